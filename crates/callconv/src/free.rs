//! Registers that a function does not use, for advice that needs one more: nothing is proposed that
//! holds something already.

use machine::isa::{Abi, Bank, IsaDesc, Reg, RegisterSet};

/// What a function leaves free.
#[derive(Clone, Copy)]
pub(crate) struct FreeRegisters {
    desc: &'static IsaDesc,
    used: RegisterSet,
    /// It calls others, which may change temporaries.
    calls: bool,
}

impl FreeRegisters {
    /// What a function that uses these registers leaves free.
    pub(crate) fn new(desc: &'static IsaDesc, used: RegisterSet, calls: bool) -> Self {
        FreeRegisters { desc, used, calls }
    }

    /// A saved register for a value that calls must not change. The function has to save it. The
    /// first one may be a frame pointer, so it comes last.
    pub(crate) fn saved(&self) -> Option<&'static str> {
        let saved = self
            .desc
            .abi
            .saved
            .iter()
            .filter(|reg| self.is_plain(**reg));
        let mut saved: Vec<Reg> = saved.copied().collect();
        if !saved.is_empty() {
            saved.rotate_left(1);
        }
        self.first(&saved)
    }

    /// A register for a value that no call has to survive: a temporary one, and in a function that
    /// calls others only if `briefly` it is needed.
    pub(crate) fn temporary(&self, briefly: bool) -> Option<&'static str> {
        match self.calls && !briefly {
            true => None,
            false => self.first(self.desc.abi.temporaries),
        }
    }

    /// The first argument register in which nothing is passed yet.
    pub(crate) fn argument(&self) -> Option<&'static str> {
        let mut args = self.desc.abi.args.iter();
        let free = args.find(|reg| !self.used.contains(**reg))?;
        Some(self.desc.register_name(*free))
    }

    fn first(&self, among: &[Reg]) -> Option<&'static str> {
        let mut among = among.iter();
        let free = among.find(|reg| self.is_plain(**reg) && !self.used.contains(**reg))?;
        Some(self.desc.register_name(*free))
    }

    /// Whether a register carries nothing in or out, and belongs to nobody.
    fn is_plain(&self, reg: Reg) -> bool {
        let abi: &Abi = self.desc.abi;
        reg.bank() == Bank::Int
            && reg != abi.ra
            && reg != abi.sp
            && Some(reg) != abi.assembler
            && !abi.args.contains(&reg)
            && !abi.results.contains(&reg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> RegisterSet {
        let registers = rv32::DESC.registers.iter();
        let wanted = registers.filter(|row| row.names().any(|name| names.contains(&name)));
        wanted.map(|row| row.reg).collect()
    }

    #[test]
    fn nothing_in_use_is_proposed() {
        let free = |used: &[&str], calls| FreeRegisters::new(&rv32::DESC, set(used), calls);
        assert_eq!(free(&[], true).saved(), Some("s1"));
        assert_eq!(free(&["s1", "s2"], true).saved(), Some("s3"));
        assert_eq!(free(&["t0"], false).temporary(false), Some("t1"));
        assert_eq!(free(&["t0"], true).temporary(false), None);
        assert_eq!(free(&["t0"], true).temporary(true), Some("t1"));
        assert_eq!(free(&["a0", "a1"], true).argument(), Some("a2"));
        let all: Vec<String> = (0..12).map(|k| format!("s{k}")).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        assert_eq!(free(&all, true).saved(), None);
        assert_eq!(free(&all[1..], true).saved(), Some("s0"));
    }
}
