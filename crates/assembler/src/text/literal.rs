//! Numbers and escape sequences as assembly writes them, for every crate that reads some.
//!
//! What only one dialect has is beside it: octal numbers in `expr`, rare escapes in `escape`.

/// The base that a number's prefix names, and its digits: `0x1f`, `0b11`, `0o17`, `12`.
pub fn radix(text: &str) -> (u32, &str) {
    let radix = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'b' | b'B', ..] => 2,
        [b'0', b'o' | b'O', ..] => 8,
        _ => return (10, text),
    };
    (radix, &text[2..])
}

/// A number of at most 64 bits: `12`, `-3`, `0xff`, `0b1010_1010`.
pub fn number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (radix, digits) = radix(digits);
    let digits = digits.replace('_', "");
    let plain = digits.bytes().all(|b| b.is_ascii_alphanumeric());
    let value = i64::from_str_radix(&digits, radix).ok().filter(|_| plain)?;
    Some(value * sign)
}

/// The byte that a backslash with this one stands for, in every dialect.
pub fn escaped(byte: u8) -> Option<u8> {
    Some(match byte {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'0' => 0,
        b'\\' | b'\'' | b'"' => byte,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<i64>) {
        assert_eq!(number(text), expect, "{text}");
    }

    #[test]
    fn numbers() {
        check("12", Some(12));
        check("-3", Some(-3));
        check("0xFf", Some(255));
        check("-0b1010_1010", Some(-170));
        check("0o17", Some(15));
        check("010", Some(10));
        for text in [
            "", "-", "0x", "0x+5", "--5", "+5", "5a", " 5", "_1", "é", "0b2",
        ] {
            check(text, None);
        }
        check("9223372036854775807", Some(i64::MAX));
        check("9223372036854775808", None);
    }

    #[test]
    fn escapes() {
        assert_eq!(escaped(b'n'), Some(b'\n'));
        assert_eq!(escaped(b'\''), Some(b'\''));
        assert_eq!(escaped(b'q'), None);
    }
}
