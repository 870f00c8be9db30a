//! Numbers with units, as options and course files write them: `5M` instructions, `64K` bytes, `2s`.

use std::time::Duration;

/// A number of things: `10000`, `500k`, `5M`.
pub fn count(text: &str) -> Result<u64, String> {
    scaled(text, 1000, "expected a number such as 10000, 500k or 5M")
}

/// A number of bytes: `4096`, `64K`, `1G`.
pub fn size(text: &str) -> Result<u64, String> {
    scaled(
        text,
        1024,
        "expected a number of bytes such as 4096, 64K, 10M or 1G",
    )
}

/// A whole number with an optional k, M, G (and `B`, `iB` after it) that multiplies by `base`.
fn scaled(text: &str, base: u64, expected: &str) -> Result<u64, String> {
    let lower = text.to_ascii_lowercase().replace('_', "");
    let plain = lower.trim_end_matches("ib").trim_end_matches('b');
    let digits = plain.trim_end_matches(['k', 'm', 'g']);
    let power = match &plain[digits.len()..] {
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        _ => return Err(expected.to_string()),
    };
    let number: u64 = digits.parse().map_err(|_| expected.to_string())?;
    number
        .checked_mul(base.pow(power))
        .ok_or_else(|| "the number is too large".to_string())
}

/// A time: `2s`, `500ms`, `1.5`, `1m`, `2h`, `7d`.
pub fn duration(text: &str) -> Result<Duration, String> {
    // The longer ending first: what ends in `ms` ends in `s`, too.
    let units = [
        ("ms", 0.001),
        ("s", 1.0),
        ("m", 60.0),
        ("h", 3600.0),
        ("d", 86_400.0),
    ];
    let mut found = units
        .iter()
        .filter_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)));
    let (digits, unit) = found.next().unwrap_or((text, 1.0));
    let expected = || "expected a time such as 2s, 500ms, 1.5 or 1m".to_string();
    let number: f64 = digits.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| expected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_counts_have_units() {
        assert_eq!(size("64K"), Ok(65536));
        assert_eq!(size("1GiB"), Ok(1 << 30));
        assert_eq!(count("5M"), Ok(5_000_000));
        assert_eq!(count("1_000"), Ok(1000));
        assert!(count("-1").is_err());
        assert!(count("").is_err());
        assert!(size("99999999999G").is_err());
    }

    #[test]
    fn times_have_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("1m"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("7d"), Ok(Duration::from_secs(604_800)));
        assert!(duration("-1").is_err());
        assert!(duration("nan").is_err());
    }
}
