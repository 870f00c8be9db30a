//! Numbers as the C library prints and reads them.

/// A float as `%.8f` prints it.
pub fn c_float(value: f32) -> String {
    match special(value.into(), value.is_sign_negative()) {
        Some(text) => text,
        None => format!("{:.8}", f64::from(value)),
    }
}

/// A double as `%.18g` prints it.
pub fn c_double(value: f64) -> String {
    const DIGITS: i32 = 18;
    if let Some(text) = special(value, value.is_sign_negative()) {
        return text;
    }
    let scientific = format!("{value:.*e}", (DIGITS - 1) as usize);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..DIGITS).contains(&exponent) {
        let decimals = (DIGITS - 1 - exponent) as usize;
        return without_zeros(&format!("{value:.decimals$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    let digits = without_zeros(digits);
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// Infinity, or what is not a number. What an operation without a result gives has a sign on the
/// machines that SPIM runs on, and none here.
fn special(value: f64, negative: bool) -> Option<String> {
    let is_default = value.to_bits() << 1 == f64::NAN.to_bits() << 1;
    let negative = negative != is_default;
    let text = match (value.is_nan(), value.is_infinite()) {
        (true, _) => "nan",
        (_, true) => "inf",
        _ => return None,
    };
    let sign = if negative { "-" } else { "" };
    Some(format!("{sign}{text}"))
}

/// Without the zeros at the end of a fraction.
fn without_zeros(text: &str) -> &str {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    }
}

/// Blanks as C has them.
fn trim(text: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let start = text.iter().take_while(|byte| is_blank(byte)).count();
    &text[start..]
}

/// The integer that a text begins with, as `atol` reads it into 32 bits.
pub(super) fn c_int(text: &[u8]) -> i32 {
    let text = trim(text);
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    let value = digits.fold(0i64, |value, digit| {
        let digit = i64::from(digit - b'0');
        value.saturating_mul(10).saturating_add(digit)
    });
    if negative {
        -value as i32
    } else {
        value as i32
    }
}

/// The number that a text begins with, as `atof` reads it.
pub(super) fn c_number(text: &[u8]) -> f64 {
    let text = trim(text);
    let mut end = usize::from(matches!(text, [b'-' | b'+', ..]));
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or(&[]);
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let whole = digits(end);
    let mut found = whole;
    end += whole;
    if text.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        found += fraction;
        if found > 0 {
            end += 1 + fraction;
        }
    }
    if found == 0 {
        return named(text);
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'-' | b'+')));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    let number = text
        .get(..end)
        .and_then(|text| std::str::from_utf8(text).ok());
    number.and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// `inf` and `nan`, with a sign or without.
fn named(text: &[u8]) -> f64 {
    let (sign, name) = match text {
        [b'-', rest @ ..] => (-1.0, rest),
        [b'+', rest @ ..] => (1.0, rest),
        _ => (1.0, text),
    };
    let is = |word: &str| {
        let begin = name.get(..word.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(word.as_bytes()))
    };
    match () {
        () if is("inf") => f64::INFINITY * sign,
        () if is("nan") => f64::NAN.copysign(sign),
        () => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats() {
        for (value, text) in [
            (1.0, "1.00000000"),
            (0.1, "0.10000000"),
            (15_000_000_512.0, "15000000512.00000000"),
            (-0.0, "-0.00000000"),
            (f32::INFINITY, "inf"),
            (-f32::INFINITY, "-inf"),
            (f32::NAN.copysign(1.0), "-nan"),
            (f32::NAN.copysign(-1.0), "nan"),
            (f32::from_bits(0x7fc0_0001), "nan"),
        ] {
            assert_eq!(c_float(value), text);
        }
    }

    #[test]
    fn doubles() {
        for (value, text) in [
            (1.0, "1"),
            (0.1, "0.100000000000000006"),
            (1e100, "1.00000000000000002e+100"),
            (123_456_789.123, "123456789.122999996"),
            (1e17, "100000000000000000"),
            (1e18, "1e+18"),
            (1e-5, "1.00000000000000008e-05"),
            (-2.5, "-2.5"),
            (0.0, "0"),
            (-0.0, "-0"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(c_double(value), text);
        }
    }

    #[test]
    fn what_a_line_begins_with_is_read() {
        for (text, value) in [
            ("12abc\n", 12),
            ("xyz", 0),
            ("0x10", 0),
            ("5 6\n", 5),
            (" \t-7", -7),
            ("+3", 3),
            ("", 0),
            ("4294967297", 1),
            ("99999999999999999999", -1),
        ] {
            assert_eq!(c_int(text.as_bytes()), value, "{text}");
        }
        for (text, value) in [
            ("1.5e2x", 150.0),
            (".5", 0.5),
            ("2.", 2.0),
            ("-3e", -3.0),
            ("e5", 0.0),
            (".", 0.0),
            ("  7\n", 7.0),
            ("-inf", f64::NEG_INFINITY),
        ] {
            assert_eq!(c_number(text.as_bytes()), value, "{text}");
        }
        assert!(c_number(b"nan").is_nan());
    }
}
