//! The board and the score of a game, as they lie in its memory or its registers.

use crate::board::Board;
use crate::games::{BoardAt, Game};
use crate::motion::FieldPlace;
use machine::image::Image;
use machine::isa::IsaDesc;
use machine::memory::Memory;
use machine::run::Registers;

/// The most fields of a board that is read.
const MAX_FIELDS: usize = 400;

/// A program that plays a game, at one moment.
#[derive(Clone, Copy)]
pub struct GameReader<'a> {
    /// The game.
    pub game: &'static Game,
    /// The machine.
    pub desc: &'static IsaDesc,
    /// The program.
    pub image: &'a Image,
    /// Its registers.
    pub registers: &'a Registers,
    /// Its memory.
    pub memory: &'a Memory,
}

/// The fields of a board.
pub(crate) struct Fields {
    pub(crate) places: Vec<FieldPlace>,
    columns: usize,
    bytes: u32,
}

impl GameReader<'_> {
    /// Its board and its score; none if the board is not there.
    pub fn read(&self) -> Option<(Board, Option<u32>)> {
        let fields = self.fields()?;
        Some((self.board(&fields), self.score()))
    }

    pub(crate) fn board(&self, fields: &Fields) -> Board {
        let values = fields.places.iter();
        let values = values.map(|place| self.value(*place, fields.bytes));
        Board {
            columns: fields.columns,
            values: values.collect(),
        }
    }

    pub(crate) fn score(&self) -> Option<u32> {
        let address = match self.game.board {
            BoardAt::Game { label } => self.word(self.symbol(label)?).wrapping_add(8),
            _ => self.symbol(self.game.score?)?,
        };
        Some(self.word(address))
    }

    /// The places of all fields, how many columns they make, and how many bytes a field has.
    pub(crate) fn fields(&self) -> Option<Fields> {
        let in_memory = |first: u32, bytes: u32, count: usize| {
            let addresses = (0..count as u32).map(|field| first.wrapping_add(field * bytes));
            addresses.map(FieldPlace::Memory).collect()
        };
        match self.game.board {
            BoardAt::Array { label, bytes, size } => Some(Fields {
                places: in_memory(self.symbol(label)?, bytes, size.0 * size.1),
                columns: size.1,
                bytes,
            }),
            BoardAt::Registers { names, columns } => Some(Fields {
                places: names
                    .iter()
                    .filter_map(|name| self.register(name))
                    .collect(),
                columns,
                bytes: 4,
            }),
            BoardAt::Game { label } => {
                let game = self.word(self.symbol(label)?);
                let rows = self.word(game) as usize;
                let columns = self.word(game.wrapping_add(4)) as usize;
                let count = rows.checked_mul(columns);
                let count = count.filter(|n| (1..=MAX_FIELDS).contains(n))?;
                let cells = self.word(game.wrapping_add(12));
                Some(Fields {
                    places: in_memory(cells, 4, count),
                    columns,
                    bytes: 4,
                })
            }
        }
    }

    fn symbol(&self, label: &str) -> Option<u32> {
        self.image.symbol(label).map(|symbol| symbol.address)
    }

    fn register(&self, name: &str) -> Option<FieldPlace> {
        let mut known = self.desc.registers.iter();
        let found = known.find(|register| register.name == name)?;
        Some(FieldPlace::Register(found.reg))
    }

    fn value(&self, place: FieldPlace, bytes: u32) -> u32 {
        let value = match place {
            FieldPlace::Register(reg) => self.registers.get(reg) as u32,
            FieldPlace::Memory(address) if bytes == 2 => {
                let bytes = self.memory.peek_bytes(address);
                let value = match self.image.big_endian {
                    true => u16::from_be_bytes(bytes),
                    false => u16::from_le_bytes(bytes),
                };
                value.into()
            }
            FieldPlace::Memory(address) => self.word(address),
        };
        match self.game.board {
            BoardAt::Game { .. } if value == u32::MAX => 0,
            _ => value,
        }
    }

    fn word(&self, address: u32) -> u32 {
        let bytes = self.memory.peek_bytes(address);
        match self.image.big_endian {
            true => u32::from_be_bytes(bytes),
            false => u32::from_le_bytes(bytes),
        }
    }
}
