//! Numbers as text and back by the rules of Java, in which MARS is written.

use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, Round};
use std::str::FromStr;

/// What `Float.toString` gives.
pub fn float_text(value: f32) -> String {
    text(value, value.is_finite(), f64::from(value))
}

/// What `Double.toString` gives.
pub fn double_text(value: f64) -> String {
    text(value, value.is_finite(), value)
}

/// The text of `value`; `wide` has the same sign and kind.
fn text<T>(value: T, finite: bool, wide: f64) -> String
where
    T: std::fmt::LowerExp + FromStr + PartialEq,
{
    if !finite {
        let name = if wide.is_nan() { "NaN" } else { "Infinity" };
        return format!("{}{name}", if wide < 0.0 { "-" } else { "" });
    }
    let mut shortest = format!("{value:e}");
    // Java shows at least two digits, and wants the best two if one would do.
    let two_digits = format!("{value:.1e}");
    let exact = |text: &str| text.parse().is_ok_and(|parsed: T| parsed == value);
    if !shortest.contains('.') && exact(&two_digits) {
        shortest = two_digits;
    }
    lay_out(&shortest)
}

/// From Rust's `-d.ddde-x` to Java's layout: plain from 0.001 up to ten million, else `d.dE-x`.
fn lay_out(scientific: &str) -> String {
    let (sign, rest) = match scientific.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", scientific),
    };
    let (mantissa, exponent) = rest.split_once('e').unwrap_or((rest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    let significant = digits.trim_end_matches('0');
    if significant.is_empty() {
        return format!("{sign}0.0");
    }
    let (whole, fraction) = match exponent {
        0..=6 => {
            let length = exponent as usize + 1;
            let padded = format!("{significant:0<length$}");
            (padded[..length].to_string(), padded[length..].to_string())
        }
        -3..=-1 => {
            let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
            ("0".to_string(), format!("{zeros}{significant}"))
        }
        _ => (significant[..1].to_string(), significant[1..].to_string()),
    };
    let fraction = if fraction.is_empty() { "0" } else { &fraction };
    match exponent {
        -3..=6 => format!("{sign}{whole}.{fraction}"),
        _ => format!("{sign}{whole}.{fraction}E{exponent}"),
    }
}

/// What `Integer.parseInt` makes of a line without the blanks around it.
pub(super) fn parse_int(line: &[u8]) -> Option<i32> {
    trimmed(line)?.parse().ok()
}

/// What `Float.parseFloat` makes of a line.
pub(super) fn parse_float(line: &[u8]) -> Option<f32> {
    parse(line, |hex| {
        let value = Single::from_str_r(hex, Round::NearestTiesToEven).ok()?;
        Some(f32::from_bits(value.value.to_bits() as u32))
    })
}

/// What `Double.parseDouble` makes of a line.
pub(super) fn parse_double(line: &[u8]) -> Option<f64> {
    parse(line, |hex| {
        let value = Double::from_str_r(hex, Round::NearestTiesToEven).ok()?;
        Some(f64::from_bits(value.value.to_bits() as u64))
    })
}

/// A line without blanks and control characters around it.
fn trimmed(line: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(line).ok()?;
    Some(text.trim_matches(|c| c <= ' '))
}

fn parse<T>(line: &[u8], from_hex: impl Fn(&str) -> Option<T>) -> Option<T>
where
    T: FromStr + std::ops::Neg<Output = T>,
{
    let text = trimmed(line)?;
    let (negative, size) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let value = match size {
        "NaN" | "Infinity" => size.parse().ok()?,
        _ => {
            let number = size.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(size);
            match number.get(..2) {
                Some("0x" | "0X") if is_hex(&number[2..]) => from_hex(number)?,
                _ if is_decimal(number) => number.parse().ok()?,
                _ => return None,
            }
        }
    };
    Some(if negative { -value } else { value })
}

/// Digits with or without a point, and perhaps an exponent.
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    is_mantissa(mantissa, |c| c.is_ascii_digit()) && exponent.is_none_or(is_exponent)
}

/// What follows `0x`: hexadecimal digits with or without a point, and a binary exponent.
fn is_hex(text: &str) -> bool {
    text.split_once(['p', 'P'])
        .is_some_and(|(mantissa, exponent)| {
            is_mantissa(mantissa, |c| c.is_ascii_hexdigit()) && is_exponent(exponent)
        })
}

fn is_mantissa(text: &str, is_digit: impl Fn(char) -> bool) -> bool {
    let digits = text.replacen('.', "", 1);
    !digits.is_empty() && digits.chars().all(is_digit)
}

fn is_exponent(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_look_as_in_java() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-1.5, "-1.5"),
            (100.0, "100.0"),
            (123.456, "123.456"),
            (0.001, "0.001"),
            (0.0123, "0.0123"),
            (0.000_999, "9.99E-4"),
            (1e-4, "1.0E-4"),
            (9_999_999.0, "9999999.0"),
            (9_999_999.5, "9999999.5"),
            (1e7, "1.0E7"),
            (12_345_678.9, "1.23456789E7"),
            (1e100, "1.0E100"),
            (0.1 + 0.2, "0.30000000000000004"),
            (f64::MAX, "1.7976931348623157E308"),
            (f64::MIN_POSITIVE, "2.2250738585072014E-308"),
            (f64::from_bits(1), "4.9E-324"),
            (f64::from_bits(4), "2.0E-323"),
            (2e23, "2.0E23"),
            (f64::NAN, "NaN"),
            (-f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(double_text(value), text);
        }
    }

    #[test]
    fn floats_look_as_in_java() {
        for (value, text) in [
            (0.1, "0.1"),
            (1.234_567_8, "1.2345678"),
            (16_777_216.0, "1.6777216E7"),
            (f32::from_bits(1), "1.4E-45"),
            (f32::MAX, "3.4028235E38"),
            (-0.0, "-0.0"),
            (f32::NAN, "NaN"),
            (f32::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(float_text(value), text);
        }
    }

    #[test]
    fn integers_are_read_as_in_java() {
        for (line, value) in [
            ("42", Some(42)),
            (" -7 \t", Some(-7)),
            ("+5\r", Some(5)),
            ("-2147483648", Some(i32::MIN)),
            ("2147483648", None),
            ("0x10", None),
            ("1.5", None),
            ("1 2", None),
            ("- 1", None),
            ("+", None),
            ("", None),
        ] {
            assert_eq!(parse_int(line.as_bytes()), value, "{line:?}");
        }
        assert_eq!(parse_int(&[b'1', 0xff]), None);
    }

    #[test]
    fn floats_are_read_as_in_java() {
        for (line, value) in [
            ("1.5", Some(1.5)),
            (" 1.5f ", Some(1.5)),
            ("1.5D", Some(1.5)),
            ("7", Some(7.0)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("-1e3", Some(-1000.0)),
            ("+1E-3d", Some(0.001)),
            ("0x1p3", Some(8.0)),
            ("-0X.8P1f", Some(-1.0)),
            ("0x1.8p0", Some(1.5)),
            (" Infinity", Some(f64::INFINITY)),
            ("-Infinity", Some(f64::NEG_INFINITY)),
            ("1e999", Some(f64::INFINITY)),
            ("0x1p99999999999", Some(f64::INFINITY)),
            ("0x1p-99999999999", Some(0.0)),
            ("0x0p0", Some(0.0)),
            ("", None),
            ("-", None),
            (".", None),
            ("1.2.3", None),
            ("1e", None),
            ("e5", None),
            ("inf", None),
            ("nan", None),
            ("Infinityf", None),
            ("1ff", None),
            ("0x10", None),
            ("0xp1", None),
            ("0x.p1", None),
            ("0x1p", None),
            ("1,5", None),
            ("+-1", None),
            ("é", None),
        ] {
            assert_eq!(parse_double(line.as_bytes()), value, "{line:?}");
        }
        assert!(parse_double(b"-NaN").is_some_and(f64::is_nan));
        assert_eq!(parse_float(b"0x1p-149"), Some(f32::from_bits(1)));
        assert_eq!(parse_float(b"0.1"), Some(0.1));
        assert_eq!(parse_float(b"3.5e38"), Some(f32::INFINITY));
        let long = format!("0x{}.{}p-{}", "f".repeat(5000), "1".repeat(5000), 20_000);
        assert!(parse_double(long.as_bytes()).is_some());
    }
}
