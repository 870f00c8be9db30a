//! Words that come from a submission, made fit for the place where they are shown.

use crate::submission::file_name;

/// The name of a submission's page in an address, without its ending. Its file is called `A%20B`,
/// letter by letter, and an address has another way to write a per cent sign.
pub(super) fn link(name: &str) -> String {
    file_name(name).replace('%', "%25")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a browser asks for when it follows an address.
    fn followed(address: &str) -> String {
        let mut bytes = Vec::new();
        let mut rest = address.as_bytes();
        while let [first, others @ ..] = rest {
            let escaped = others.split_at_checked(2).filter(|_| *first == b'%');
            let (byte, others) = match escaped {
                Some((digits, others)) => {
                    let digits = str::from_utf8(digits).unwrap();
                    (u8::from_str_radix(digits, 16).unwrap(), others)
                }
                None => (*first, others),
            };
            bytes.push(byte);
            rest = others;
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn links_lead_to_the_file_that_was_written() {
        assert_eq!(link("alice"), "alice");
        assert_eq!(link("Anna Müller"), "Anna%2520M%25C3%25BCller");
        for name in ["Anna Müller", "../x", "x<b>|", "50%", "a?b#c"] {
            assert_eq!(followed(&link(name)), file_name(name));
        }
    }
}
