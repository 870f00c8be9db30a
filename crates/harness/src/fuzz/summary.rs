//! What came of a search, in a sentence.

use super::{FuzzOptions, Listed, Searched, Unknown};
use diag::number::{count, grouped};

impl Searched {
    /// What came of it, in a sentence.
    pub fn summary(&self, function: &str, options: &FuzzOptions) -> String {
        if let Some(found) = &self.found {
            let smaller = match found.tries {
                1 => "1 smaller one was".to_owned(),
                tries => format!("{} smaller ones were", grouped(tries as u64)),
            };
            return format!(
                "{function}: case {} shows a difference; {smaller} tried to find the smallest",
                grouped(found.case),
            );
        }
        if self.compared() == 0 {
            return format!("{function}: {}", self.nothing());
        }
        let text = match options.exhaustive {
            Some(longest) => self.exhaustive(longest),
            None => {
                let (cases, late) = (self.tried("case"), self.late());
                format!("{cases}{late}, no difference (seed {})", options.seed)
            }
        };
        let unknown = self.unknown.as_ref().map(|unknown| {
            format!(
                "; {} of them could not be compared, because the reference fails there ({})",
                grouped(unknown.count),
                example(unknown)
            )
        });
        format!("{function}: {text}{}", unknown.unwrap_or_default())
    }

    /// How many were tried, and of how many if the time was over.
    fn tried(&self, what: &str) -> String {
        match self.is_late() {
            true => format!("{} of {}", grouped(self.cases), count(self.planned, what)),
            false => count(self.cases, what),
        }
    }

    fn is_late(&self) -> bool {
        self.cases < self.planned
    }

    /// What to add if the time was over.
    fn late(&self) -> &'static str {
        match self.is_late() {
            true => " in the time that was given",
            false => "",
        }
    }

    fn nothing(&self) -> String {
        match &self.unknown {
            Some(unknown) => format!(
                "nothing was compared, because the reference fails in {} ({})",
                match self.cases {
                    1 => "the only case".to_owned(),
                    cases => format!("all {}", count(cases, "case")),
                },
                example(unknown)
            ),
            None => "nothing was compared, because the time was over before the first case".into(),
        }
    }

    fn exhaustive(&self, longest: usize) -> String {
        let all = if self.is_late() { "" } else { "all " };
        let mut inputs = format!("{all}{}", self.tried("input"));
        let arrays = self.listed.iter().any(|listed| listed.array);
        if arrays {
            let most = count(longest as u64, "element");
            inputs = format!("{inputs} with at most {most}");
        }
        // The name of the only array says nothing new.
        let chosen = match self.listed.as_slice() {
            [only] if only.array => format!(" out of {}", values(only)),
            [] => String::new(),
            several => {
                let named = several
                    .iter()
                    .map(|l| format!("{} out of {}", l.name, values(l)));
                format!(" ({})", named.collect::<Vec<_>>().join("; "))
            }
        };
        let late = self.late();
        format!("{inputs}{chosen} were tried{late}, and none shows a difference")
    }
}

fn values(listed: &Listed) -> String {
    let values: Vec<String> = listed.values.iter().map(i64::to_string).collect();
    values.join(", ")
}

/// The first case that could not be compared.
fn example(unknown: &Unknown) -> String {
    format!("case {}: {}", grouped(unknown.first), unknown.why)
}
