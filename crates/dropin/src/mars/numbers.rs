//! Numbers on the command line, as Java reads them.

/// A 32-bit integer: decimal, `0x`, `#` or a leading `0` for octal, with a sign.
pub(super) fn decode(text: &str) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = magnitude(digits)?;
    let value = if negative { -value } else { value };
    i32::try_from(value).ok()
}

/// An address or word: the same, and unsigned up to 32 bits.
pub(super) fn word(text: &str) -> Option<u32> {
    let unsigned = magnitude(text).and_then(|value| u32::try_from(value).ok());
    unsigned.or_else(|| decode(text).map(|value| value as u32))
}

fn magnitude(digits: &str) -> Option<i64> {
    let hexadecimal = ["0x", "0X", "#"];
    let (radix, digits) = match hexadecimal.iter().find_map(|p| digits.strip_prefix(p)) {
        Some(rest) => (16, rest),
        None => match digits.strip_prefix('0') {
            Some(rest) if !rest.is_empty() => (8, rest),
            _ => (10, digits),
        },
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let value = i64::from_str_radix(digits, radix).ok();
    value.filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radixes_and_signs() {
        assert_eq!(decode("42"), Some(42));
        assert_eq!(decode("-0x10"), Some(-16));
        assert_eq!(decode("010"), Some(8));
        assert_eq!(decode("0"), Some(0));
        assert_eq!(decode("#ff"), Some(255));
        assert_eq!(decode("2147483648"), None);
        assert_eq!(decode("-2147483648"), Some(i32::MIN));
        for text in ["", "-", "09", "0x", "--5", "-+5", "5a", " 5"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    #[test]
    fn addresses_use_all_bits() {
        assert_eq!(word("0xffff0000"), Some(0xffff_0000));
        assert_eq!(word("4294967292"), Some(0xffff_fffc));
        assert_eq!(word("-4"), Some(0xffff_fffc));
        assert_eq!(word("0x100000000"), None);
    }
}
