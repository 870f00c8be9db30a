//! Which tile came from where, watched in the machine.
//!
//! Every field of the board begins a move as its own origin. The observer carries origins along
//! with the values: from memory into a register with a load, from registers to the result of an
//! instruction, into memory with a store. After the move, the origins of a field say which tiles
//! slid there: two of them were merged, none means a new tile. So the screen shows what the program
//! really did, and knows no rule of the game.

use machine::isa::{Class, IsaDesc, Reg, Role};
use machine::observe::{At, MemoryAccess, Observer};
use std::collections::HashMap;

/// Where a field is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldPlace {
    /// At an address.
    Memory(u32),
    /// In a register.
    Register(Reg),
}

/// A set of fields, one bit each.
type Origins = u128;

/// The most fields that can be told apart. Larger boards are not watched.
pub(crate) const FIELDS: usize = Origins::BITS as usize;

/// Follows values from field to field.
pub(crate) struct Motion {
    desc: &'static IsaDesc,
    registers: [Origins; Reg::COUNT as usize],
    memory: HashMap<u32, Origins>,
    /// Where the result of the present instruction comes from.
    present: Origins,
}

impl Motion {
    /// Begins a move with the fields at these places.
    pub(crate) fn new(desc: &'static IsaDesc, fields: &[FieldPlace]) -> Self {
        let mut motion = Motion {
            desc,
            registers: [0; Reg::COUNT as usize],
            memory: HashMap::new(),
            present: 0,
        };
        for (field, place) in fields.iter().take(FIELDS).enumerate() {
            let origin = 1 << field;
            match place {
                FieldPlace::Memory(address) => {
                    motion.memory.insert(*address, origin);
                }
                FieldPlace::Register(reg) => motion.registers[usize::from(reg.0)] = origin,
            }
        }
        motion
    }

    /// The fields whose tiles came to this place.
    pub(crate) fn origins(&self, place: FieldPlace) -> Vec<usize> {
        let origins = match place {
            FieldPlace::Memory(address) => self.memory.get(&address).copied().unwrap_or(0),
            FieldPlace::Register(reg) => self.registers[usize::from(reg.0)],
        };
        (0..FIELDS)
            .filter(|field| origins >> field & 1 == 1)
            .collect()
    }
}

impl Observer for Motion {
    fn instruction(&mut self, at: &At) {
        self.present = 0;
        let Some(row) = self.desc.rows.get(usize::from(at.row)) else {
            return;
        };
        for (operand, role, reg) in row.operand_registers(at.insn) {
            // Where a store goes says nothing about what it stores.
            let is_address = operand.base && row.class == Class::Store;
            if role != Role::Write && !is_address {
                self.present |= self.registers[usize::from(reg.0)];
            }
        }
    }

    fn memory(&mut self, access: &MemoryAccess) {
        if access.store {
            self.memory.insert(access.address, self.present);
        } else {
            self.present = self.memory.get(&access.address).copied().unwrap_or(0);
        }
    }

    fn register(&mut self, reg: Reg, _old: u64, _new: u64) {
        self.registers[usize::from(reg.0)] = self.present;
    }
}
