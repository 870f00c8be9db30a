//! Moments, as seconds since 1970 by this machine's clock, and how they are written.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds of a day.
pub(crate) const DAY: i64 = 86_400;

/// Now.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}

/// Year, month and day of a number of days since 1970.
fn civil(days: i64) -> (i64, i64, i64) {
    // Years begin in March here, so that the day that some lack is the last.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// A moment for programs, such as `2025-05-06T11:59:00Z`.
pub(crate) fn iso(moment: i64) -> String {
    let (year, month, day) = civil(moment.div_euclid(DAY));
    let second = moment.rem_euclid(DAY);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// A moment for people, `offset` seconds east of Greenwich, such as `2025-05-06 13:59`.
pub(crate) fn local(moment: i64, offset: i64) -> String {
    let text = iso(moment.saturating_add(offset));
    text[..16].replace('T', " ")
}

/// A time span for people: the two largest units that matter.
pub(crate) fn span(seconds: i64) -> String {
    let seconds = seconds.max(0);
    let (days, hours, minutes) = (seconds / DAY, seconds / 3600 % 24, seconds / 60 % 60);
    let unit = |count: i64, name: &str| match count {
        1 => format!("1 {name}"),
        count => format!("{count} {name}s"),
    };
    match (days, hours, minutes) {
        (0, 0, 0) => unit(seconds, "second"),
        (0, 0, minutes) => unit(minutes, "minute"),
        (0, hours, 0) => unit(hours, "hour"),
        (0, hours, minutes) => format!("{} {}", unit(hours, "hour"), unit(minutes, "minute")),
        (days, 0, _) => unit(days, "day"),
        (days, hours, _) => format!("{} {}", unit(days, "day"), unit(hours, "hour")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_the_calendar_has_them() {
        assert_eq!(iso(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso(951_825_600), "2000-02-29T12:00:00Z");
        assert_eq!(iso(1_746_532_740), "2025-05-06T11:59:00Z");
        assert_eq!(local(1_746_532_740, 7200), "2025-05-06 13:59");
    }

    #[test]
    fn spans_name_what_matters() {
        let spans = [-5, 1, 59, 60, 3600, 5400, 86_400, 3 * 86_400 + 7200].map(span);
        insta::assert_snapshot!(spans.join(", "), @"0 seconds, 1 second, 59 seconds, 1 minute, 1 hour, 1 hour 30 minutes, 1 day, 3 days 2 hours");
    }
}
