//! What a run was made of: `--stats`.

use diag::number::grouped;
use machine::isa::{Class, IsaDesc};
use machine::observe::{At, MemoryAccess, Observer, Transfer, TransferKind};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::time::Duration;

const PAGE: u32 = 4096;

/// Counts by class, transfers and memory.
#[derive(Clone)]
pub struct Stats {
    desc: &'static IsaDesc,
    by_row: Vec<u64>,
    taken: u64,
    calls: u64,
    returns: u64,
    depth: i64,
    deepest: i64,
    bytes_loaded: u64,
    bytes_stored: u64,
    /// For each page, which of its bytes were accessed.
    touched: FxHashMap<u32, Box<[u64; 64]>>,
}

impl Stats {
    /// Counts for a machine of this instruction set.
    pub fn new(desc: &'static IsaDesc) -> Self {
        Stats {
            desc,
            by_row: vec![0; desc.rows.len()],
            taken: 0,
            calls: 0,
            returns: 0,
            depth: 0,
            deepest: 0,
            bytes_loaded: 0,
            bytes_stored: 0,
            touched: FxHashMap::default(),
        }
    }

    fn of_class(&self, class: Class) -> u64 {
        let rows = self.desc.rows.iter().zip(&self.by_row);
        rows.filter(|(row, _)| row.class == class)
            .map(|(_, count)| count)
            .sum()
    }

    fn touched_bytes(&self) -> u64 {
        let words = self.touched.values().flat_map(|page| page.iter());
        words.map(|word| u64::from(word.count_ones())).sum()
    }

    /// The table that people read. `time` is how long the run took.
    pub fn report(&self, time: Duration) -> String {
        let total: u64 = self.by_row.iter().sum();
        let mut text = format!("{:<28}{:>14}\n", "instructions", grouped(total));
        for class in Class::ALL {
            let count = self.of_class(class);
            if count > 0 {
                let share = 100.0 * count as f64 / total as f64;
                let _ = writeln!(
                    text,
                    "  {:<26}{:>14}{share:>7.1} %",
                    class.name(),
                    grouped(count)
                );
            }
        }
        let branches = self.of_class(Class::Branch);
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<28}{value:>14}");
        };
        if branches > 0 {
            line(
                "branches taken",
                format!("{} of {}", grouped(self.taken), grouped(branches)),
            );
        }
        line("calls", grouped(self.calls));
        line("returns", grouped(self.returns));
        line("deepest call", grouped(self.deepest.unsigned_abs()));
        line("bytes loaded", grouped(self.bytes_loaded));
        line("bytes stored", grouped(self.bytes_stored));
        line("bytes of memory touched", grouped(self.touched_bytes()));
        let seconds = time.as_secs_f64();
        line("time", format!("{seconds:.3} s"));
        if seconds > 0.0 {
            let speed = total as f64 / seconds / 1e6;
            line("million instructions / s", format!("{speed:.1}"));
        }
        text
    }
}

impl Observer for Stats {
    #[inline]
    fn instruction(&mut self, at: &At) {
        if let Some(count) = self.by_row.get_mut(usize::from(at.row)) {
            *count += 1;
        }
    }

    fn memory(&mut self, access: &MemoryAccess) {
        match access.store {
            true => self.bytes_stored += u64::from(access.size),
            false => self.bytes_loaded += u64::from(access.size),
        }
        for k in 0..u32::from(access.size) {
            let at = access.address.wrapping_add(k);
            let page = self
                .touched
                .entry(at / PAGE)
                .or_insert_with(|| Box::new([0; 64]));
            let bit = (at % PAGE) as usize;
            page[bit / 64] |= 1 << (bit % 64);
        }
    }

    fn transfer(&mut self, transfer: &Transfer) {
        match transfer.kind {
            TransferKind::Branch => self.taken += 1,
            TransferKind::Call => {
                self.calls += 1;
                self.depth += 1;
                self.deepest = self.deepest.max(self.depth);
            }
            TransferKind::Return => {
                self.returns += 1;
                self.depth -= 1;
            }
            TransferKind::Jump => {}
        }
    }
}
