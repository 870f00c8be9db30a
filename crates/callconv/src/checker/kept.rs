//! What floating-point registers held when functions were entered. As long as a program writes
//! none that functions must keep, they hold what they held at the start, and nothing is copied.

use machine::run::Registers;

/// The floating-point registers on entry, of the innermost open calls.
#[derive(Clone, Debug)]
pub(super) struct KeptFloats {
    /// What they hold in all calls that are not in `entries`.
    start: [u64; 32],
    entries: Vec<[u64; 32]>,
    /// The index of the call that the first of `entries` belongs to; nothing if none was ever
    /// written.
    from: Option<usize>,
}

impl KeptFloats {
    pub(super) fn new(registers: &Registers) -> Self {
        KeptFloats {
            start: registers.f,
            entries: Vec::new(),
            from: None,
        }
    }

    /// Entries have to be told from the first call on.
    pub(super) fn in_use(registers: &Registers) -> Self {
        let mut kept = KeptFloats::new(registers);
        kept.begin(0);
        kept
    }

    /// Whether entries have to be told.
    #[inline(always)]
    pub(super) fn is_used(&self) -> bool {
        self.from.is_some()
    }

    /// One is written while so many calls are open: from now on, entries have to be told.
    pub(super) fn begin(&mut self, open: usize) {
        self.from = self.from.or(Some(open));
    }

    /// The call with this index is entered.
    pub(super) fn push(&mut self, index: usize, floats: &[u64; 32]) {
        if let Some(from) = &mut self.from {
            *from = index.min(*from);
            self.entries.truncate(index - *from);
            self.entries.push(*floats);
        }
    }

    /// What a register held on entry of the call with this index.
    pub(super) fn get(&self, index: usize, number: u8) -> u64 {
        let entry = self.from.and_then(|from| index.checked_sub(from));
        let entry = entry.and_then(|k| self.entries.get(k));
        entry.unwrap_or(&self.start)[usize::from(number & 31)]
    }

    /// A register was given a value from outside before anything was written.
    pub(super) fn set(&mut self, index: usize, number: u8, value: u64) {
        let entry = self.from.and_then(|from| index.checked_sub(from));
        let entry = entry.and_then(|k| self.entries.get_mut(k));
        entry.unwrap_or(&mut self.start)[usize::from(number & 31)] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registers(first: u64) -> Registers {
        let mut registers = Registers::default();
        registers.f[8] = first;
        registers
    }

    #[test]
    fn calls_before_the_first_write_have_the_values_of_the_start() {
        let mut kept = KeptFloats::new(&registers(7));
        kept.push(0, &registers(8).f);
        assert_eq!(kept.get(0, 8), 7, "not told before it is used");
        kept.begin(2);
        kept.push(2, &registers(9).f);
        assert_eq!((kept.get(1, 8), kept.get(2, 8)), (7, 9));
        kept.push(1, &registers(10).f);
        assert_eq!((kept.get(0, 8), kept.get(1, 8)), (7, 10));
        kept.push(2, &registers(11).f);
        kept.push(2, &registers(12).f);
        assert_eq!((kept.get(1, 8), kept.get(2, 8)), (10, 12));
    }
}
