//! When code is translated, and what came of it.

use std::time::Duration;

/// When and where code is translated.
#[derive(Clone, Copy, Debug)]
pub struct TranslateOptions {
    /// Nothing is translated before this step.
    pub threshold: u64,
    /// The loops run so many instructions between two looks for hot code.
    pub slice: u64,
    /// Another thread translates, and the run goes on. Otherwise it waits.
    pub in_background: bool,
    /// How many bytes of native code are kept.
    pub most_bytes: usize,
}

impl Default for TranslateOptions {
    fn default() -> Self {
        TranslateOptions {
            threshold: 1_000_000,
            slice: 8192,
            in_background: true,
            most_bytes: 8 << 20,
        }
    }
}

/// What was translated, and what ran as native code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TranslateStats {
    /// Instructions that ran as native code.
    pub steps: u64,
    /// How often native code was entered.
    pub visits: u64,
    /// Regions that were translated, and the guest instructions in them.
    pub regions: u64,
    /// Guest instructions in them.
    pub instructions: u64,
    /// Bytes of native code.
    pub bytes: u64,
    /// How long translating took, elsewhere.
    pub time: Duration,
    /// Regions whose code was overwritten.
    pub overwritten: u64,
    /// Regions that were given up, because they were left too soon each time.
    pub given_up: u64,
    /// Regions that could not be translated.
    pub refused: u64,
    /// How often all regions were forgotten, because there were too many.
    pub flushes: u64,
    /// Why nothing is translated any more.
    pub off: Option<&'static str>,
}

impl TranslateStats {
    /// What people read after a run of so many instructions.
    pub fn report(&self, steps: u64) -> String {
        let percent = self.steps as f64 * 100.0 / steps.max(1) as f64;
        let mut lines = vec![
            format!("instructions        {steps:>15}"),
            format!("  as native code    {:>15}  {percent:.1} %", self.steps),
            format!(
                "  interpreted       {:>15}",
                steps.saturating_sub(self.steps)
            ),
            format!("native code entered {:>15} times", self.visits),
            format!(
                "translated          {:>15} instructions in {} regions: {} bytes, {:.1} ms in the background",
                self.instructions,
                self.regions,
                self.bytes,
                self.time.as_secs_f64() * 1e3
            ),
        ];
        let counted = [
            (self.overwritten, "overwritten"),
            (self.given_up, "given up"),
            (self.refused, "not translated"),
            (self.flushes, "all forgotten, times"),
        ];
        let counted = counted.iter().filter(|(count, _)| *count > 0);
        lines.extend(counted.map(|(count, what)| format!("  {what:<18}{count:>15}")));
        if let Some(why) = self.off {
            lines.push(format!("no longer translated: {why}"));
        }
        lines.join("\n") + "\n"
    }

    /// The same for a run in which nothing could be translated.
    pub fn without(steps: u64) -> String {
        TranslateStats {
            off: Some("this run was observed, or --no-translate was given, or code is not generated for this host"),
            ..TranslateStats::default()
        }
        .report(steps)
    }
}
