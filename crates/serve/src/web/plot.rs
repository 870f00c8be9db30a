//! Pictures as SVG, inside pages: no script, no style attribute.

use super::class::DayRates;
use harness::report::xml::escaped;
use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 28.0;

/// The share of students who pass all tests of a tier, day by day; nothing before the second day.
pub(super) fn rates(days: &[(String, DayRates)]) -> Option<String> {
    if days.len() < 2 {
        return None;
    }
    let x = |k: usize| LEFT + (WIDTH - LEFT - 90.0) * k as f64 / (days.len() - 1) as f64;
    let y = |share: f64| 10.0 + (HEIGHT - BOTTOM - 10.0) * (1.0 - share);
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" \
         aria-label=\"Share of tests that pass, day by day\">"
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.0}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>",
            WIDTH - 90.0,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for k in [0, days.len() / 2, days.len() - 1] {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            x(k),
            HEIGHT - 8.0,
            escaped(days[k].0.get(5..).unwrap_or_default())
        );
    }
    for tier in ["public", "daily"] {
        let share = |rates: &DayRates| {
            let (_, passed, all) = rates.tiers.get(tier).copied().unwrap_or_default();
            (all > 0).then(|| passed as f64 / all as f64)
        };
        let points: Vec<(f64, f64)> = (days.iter().enumerate())
            .filter_map(|(k, (_, rates))| Some((x(k), y(share(rates)?))))
            .collect();
        let Some((last_x, last_y)) = points.last() else {
            continue;
        };
        let line: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = write!(
            svg,
            "<polyline class=\"{tier}\" points=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\">{tier}</text>",
            line.join(" "),
            last_x + 8.0,
            last_y + if tier == "public" { -2.0 } else { 12.0 }
        );
    }
    svg.push_str("</svg>");
    Some(svg)
}

/// A share as a bar.
pub(super) fn bar(passed: usize, of: usize) -> String {
    let width = passed as f64 / of.max(1) as f64 * 120.0;
    format!(
        "<svg width=\"120\" height=\"10\" role=\"img\" aria-label=\"{passed} of {of}\">\
         <rect class=\"rest\" width=\"120\" height=\"10\" rx=\"3\"/>\
         <rect class=\"share\" width=\"{width:.0}\" height=\"10\" rx=\"3\"/></svg>"
    )
}

/// A share over time, as a line without words.
pub(super) fn spark(shares: &[Option<f64>]) -> String {
    if shares.len() < 2 {
        return String::new();
    }
    let points: Vec<String> = (shares.iter().enumerate())
        .filter_map(|(k, share)| {
            let x = 100.0 * k as f64 / (shares.len() - 1) as f64;
            Some(format!("{x:.1},{:.1}", 2.0 + 20.0 * (1.0 - (*share)?)))
        })
        .collect();
    format!(
        "<svg width=\"100\" height=\"24\" aria-hidden=\"true\"><polyline class=\"public\" points=\"{}\"/></svg>",
        points.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_lines() {
        let day = |name: &str, passed| {
            let tiers = [("public".to_owned(), (1, passed, 10))];
            let rates = DayRates {
                students: 2,
                tiers: tiers.into(),
                ..DayRates::default()
            };
            (name.to_owned(), rates)
        };
        assert_eq!(rates(&[day("2025-04-01", 2)]), None);
        let svg = rates(&[
            day("2025-04-01", 2),
            day("2025-04-02", 5),
            day("2025-04-03", 10),
        ])
        .unwrap();
        insta::assert_snapshot!(svg.replace("><", ">\n<"));
    }
}
