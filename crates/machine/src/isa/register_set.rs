//! Sets of registers.

use super::Reg;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of registers of any bank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RegisterSet(u128);

const _: () = assert!((Reg::COUNT as u32) < u128::BITS);

impl RegisterSet {
    /// No register.
    pub const EMPTY: RegisterSet = RegisterSet(0);
    /// Every register.
    pub const ALL: RegisterSet = RegisterSet((1 << Reg::COUNT) - 1);

    /// From one register to another of the same bank, both included.
    pub const fn range(first: Reg, last: Reg) -> RegisterSet {
        RegisterSet((u128::MAX >> (127 - (last.0 - first.0))) << first.0)
    }

    /// The registers of either set: `|`, also for constants.
    #[must_use]
    pub const fn with(self, other: RegisterSet) -> RegisterSet {
        RegisterSet(self.0 | other.0)
    }

    /// These registers.
    pub fn of(registers: &[Reg]) -> RegisterSet {
        registers.iter().copied().collect()
    }

    /// Adds a register; whether it was missing.
    pub fn insert(&mut self, reg: Reg) -> bool {
        let missing = !self.contains(reg);
        self.0 |= bit(reg);
        missing
    }

    /// Takes a register out.
    pub fn remove(&mut self, reg: Reg) {
        self.0 &= !bit(reg);
    }

    /// Whether a register is in it.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, reg: Reg) -> bool {
        self.0 & bit(reg) != 0
    }

    /// Whether no register is in it.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some register is in both sets.
    #[must_use]
    #[inline(always)]
    pub const fn meets(self, other: RegisterSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The registers, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Reg> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let number = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(Reg(number))
        })
    }
}

const fn bit(reg: Reg) -> u128 {
    1 << (reg.0 & 127)
}

/// The registers of either set.
impl BitOr for RegisterSet {
    type Output = RegisterSet;

    fn bitor(self, other: RegisterSet) -> RegisterSet {
        self.with(other)
    }
}

/// The registers of both sets.
impl BitAnd for RegisterSet {
    type Output = RegisterSet;

    fn bitand(self, other: RegisterSet) -> RegisterSet {
        RegisterSet(self.0 & other.0)
    }
}

/// The registers of this set that are not in the other.
impl Sub for RegisterSet {
    type Output = RegisterSet;

    fn sub(self, other: RegisterSet) -> RegisterSet {
        RegisterSet(self.0 & !other.0)
    }
}

impl BitOrAssign for RegisterSet {
    fn bitor_assign(&mut self, other: RegisterSet) {
        *self = *self | other;
    }
}

impl SubAssign for RegisterSet {
    fn sub_assign(&mut self, other: RegisterSet) {
        *self = *self - other;
    }
}

impl FromIterator<Reg> for RegisterSet {
    fn from_iter<T: IntoIterator<Item = Reg>>(registers: T) -> Self {
        let mut set = RegisterSet::EMPTY;
        set.extend(registers);
        set
    }
}

impl Extend<Reg> for RegisterSet {
    fn extend<T: IntoIterator<Item = Reg>>(&mut self, registers: T) {
        for reg in registers {
            self.insert(reg);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<const N: usize>(numbers: [u8; N]) -> RegisterSet {
        numbers.into_iter().map(Reg).collect()
    }

    #[test]
    fn registers_come_and_go() {
        let mut some = set([5, 66]);
        assert!(some.insert(Reg(0)) && !some.insert(Reg(5)));
        some.remove(Reg(66));
        assert!(some.contains(Reg(0)) && !some.contains(Reg(66)));
        assert_eq!(some.iter().collect::<Vec<_>>(), [Reg(0), Reg(5)]);
        assert!(RegisterSet::EMPTY.is_empty() && !some.is_empty());
        let all = RegisterSet::ALL.iter().count();
        assert_eq!(all, usize::from(Reg::COUNT));
    }

    #[test]
    fn sets_are_put_together() {
        let (a, b) = (set([1, 2]), set([2, 40]));
        assert_eq!(a | b, set([1, 2, 40]));
        assert_eq!(a & b, set([2]));
        assert_eq!(a - b, set([1]));
        assert!(a.meets(b) && !(a - b).meets(b));
    }
}
