//! A board as it was read from a program: values in rows and columns, 0 for an empty field.

/// A board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// How many columns it has.
    pub columns: usize,
    /// Its values, row by row.
    pub values: Vec<u32>,
}

impl Board {
    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.values.len() / self.columns.max(1)
    }

    /// The row and column of a field.
    pub fn position(&self, field: usize) -> (usize, usize) {
        let columns = self.columns.max(1);
        (field / columns, field % columns)
    }

    /// The largest value.
    pub fn largest(&self) -> u32 {
        self.values.iter().copied().max().unwrap_or(0)
    }
}

/// Where tiles are pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveDirection {
    /// Up.
    Up,
    /// Left.
    Left,
    /// Down.
    Down,
    /// Right.
    Right,
}

impl MoveDirection {
    /// All of them.
    pub const ALL: [MoveDirection; 4] = [
        MoveDirection::Up,
        MoveDirection::Left,
        MoveDirection::Down,
        MoveDirection::Right,
    ];

    /// Its letter: `w`, `a`, `s` or `d`.
    pub fn letter(self) -> char {
        match self {
            MoveDirection::Up => 'w',
            MoveDirection::Left => 'a',
            MoveDirection::Down => 's',
            MoveDirection::Right => 'd',
        }
    }

    /// The direction of a letter.
    pub fn of_letter(letter: char) -> Option<MoveDirection> {
        let mut all = MoveDirection::ALL.into_iter();
        all.find(|direction| direction.letter() == letter)
    }
}
