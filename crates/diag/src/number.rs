//! Numbers in messages, as people read them.

/// A number with its digits in groups of three.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// `1 byte`, `2 bytes`.
#[must_use]
pub fn count(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        n => format!("{} {what}s", grouped(n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1 000");
        assert_eq!(grouped(12_345_678), "12 345 678");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(count(1, "byte"), "1 byte");
        assert_eq!(count(0, "byte"), "0 bytes");
        assert_eq!(count(1_000, "byte"), "1 000 bytes");
    }
}
