//! The boards of the Venus extension for VS Code: an LED matrix, a robot with rows of green LEDs, and
//! a board with two digits, two LEDs and two buttons. They are shown once the program has used them.

use crate::screen::{DeviceSetup, Panel, Picture};

/// LEDs in a row of the robot.
const ROBOT_COLUMNS: u32 = 16;
/// Rows of the robot; row 0 is at the bottom.
const ROBOT_ROWS: u32 = 12;
const ROBOT_GREEN: u32 = 0x00_e040;
/// The colours of the two LEDs, lit and unlit; LED 0 is on the right, as its bit is.
const LAMPS: [(u32, u32); 2] = [(0x20_e020, 0x10_3010), (0xff_3020, 0x30_1010)];
/// So many looks at the buttons after the end of input, with nothing else in between, are a program
/// that waits forever.
const VAIN_LOOKS: u32 = 100_000;

/// What the boards show.
#[derive(Clone, Debug)]
pub(super) struct Boards {
    size: (u32, u32),
    matrix: Option<Picture>,
    robot: Option<Picture>,
    digits: Option<u16>,
    lamps: Option<u8>,
    vain_looks: u32,
}

impl Default for Boards {
    fn default() -> Self {
        Boards {
            size: DeviceSetup::default().led_matrix,
            matrix: None,
            robot: None,
            digits: None,
            lamps: None,
            vain_looks: 0,
        }
    }
}

impl Boards {
    /// Chooses columns and rows of the LED matrix.
    pub(super) fn set_size(&mut self, size: (u32, u32)) {
        self.size = size;
    }

    fn matrix(&mut self) -> &mut Picture {
        let (columns, rows) = self.size;
        self.matrix
            .get_or_insert_with(|| Picture::black(columns, rows))
    }

    /// Colours one LED of the matrix: its column above its row in `place`.
    pub(super) fn set_led(&mut self, place: u32, color: u32) {
        self.matrix().set(place >> 16, place & 0xffff, color);
    }

    /// Colours all LEDs of the matrix; how many there are.
    pub(super) fn set_all_leds(&mut self, color: u32) -> u64 {
        self.matrix().fill(color);
        self.matrix().pixels.len() as u64
    }

    /// Sets a row of the robot: bit 15 is the LED on the left.
    pub(super) fn set_robot_row(&mut self, row: u32, leds: u32) {
        let black = || Picture::black(ROBOT_COLUMNS, ROBOT_ROWS);
        let robot = self.robot.get_or_insert_with(black);
        if row < ROBOT_ROWS {
            for x in 0..ROBOT_COLUMNS {
                let lit = leds >> (ROBOT_COLUMNS - 1 - x) & 1;
                robot.set(x, ROBOT_ROWS - 1 - row, lit * ROBOT_GREEN);
            }
        }
    }

    /// Sets those segments of the digits that `mask` names; the left digit is above.
    pub(super) fn set_digits(&mut self, segments: u32, mask: u32) {
        let (old, mask) = (self.digits.unwrap_or(0), mask as u16);
        self.digits = Some(old & !mask | segments as u16 & mask);
    }

    /// Sets both LEDs.
    pub(super) fn set_lamps(&mut self, lit: u32) {
        self.lamps = Some(lit as u8 & 3);
    }

    /// The buttons that were pressed, one bit each, by the key that was typed.
    pub(super) fn buttons(&mut self, key: Option<u8>) -> u32 {
        self.vain_looks = 0;
        match key {
            Some(b'0') => 1,
            Some(b'1') => 2,
            _ => 0,
        }
    }

    /// There are no more keys; whether the program waits for one in vain.
    pub(super) fn waits_in_vain(&mut self) -> bool {
        self.vain_looks += 1;
        self.vain_looks > VAIN_LOOKS
    }

    /// What those boards show that were used.
    pub(super) fn panels(&self) -> Vec<Panel> {
        let digits = self.digits.map(|digits| {
            let [left, right] = digits.to_be_bytes();
            Panel::Digits { left, right }
        });
        let pictures = [self.matrix.clone(), self.robot.clone()].into_iter();
        let leds = pictures.flatten().map(Panel::Leds);
        leds.chain(digits).chain(self.lamps.map(lamps)).collect()
    }
}

/// Two LEDs beside each other.
fn lamps(lit: u8) -> Panel {
    let mut picture = Picture::black(7, 3);
    for (bit, (on, off)) in LAMPS.iter().enumerate() {
        let color = if lit >> bit & 1 != 0 { *on } else { *off };
        picture.set(if bit == 0 { 4 } else { 2 }, 1, color);
    }
    Panel::Leds(picture)
}
