//! The subroutines of the course project, called one by one on both machines, against a model of
//! 2048 in Rust: results, memory afterwards, and that nothing else has changed.
//!
//! Every row of up to five fields over 0, 2, 4 and 8 is tried, and random longer ones over all
//! values; fields lie one after the other, below each other, or backwards. A failure names the
//! smallest row that was found to fail.
//!
//! Subroutines that call others are tried with hostile ones, too, which do their work and then
//! leave nothing as it was that the calling convention lets them change.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use assembler::MemoryLoader;
use machine::env::MarsMap;
use machine::observe::Off;
use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};
use runtime::host::{Console, Nowhere};
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use runtime::subroutine::Return;
use runtime::{EnvironmentSetup, Host, Limits, Subroutine};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// What a row or board becomes, and the results that the contract promises.
type Model = fn(&mut [u16]) -> Vec<u32>;

/// The subroutines that work on a row.
const ROW_SUBROUTINES: [(&str, Model); 5] = [
    ("move_check", |row| vec![model::move_check(row).into()]),
    ("move_one", |row| vec![model::move_one(row).into()]),
    ("move_left", |row| {
        model::move_left(row);
        vec![]
    }),
    ("merge", |row| model::merge(row).into()),
    ("complete_move", |row| model::complete_move(row).into()),
];

/// The rules of 2048 for one row that moves to the left.
mod model {
    pub(crate) fn move_check(row: &[u16]) -> bool {
        let changes = |pair: &[u16]| pair[1] != 0 && (pair[0] == 0 || pair[0] == pair[1]);
        row.windows(2).any(changes)
    }

    pub(crate) fn move_one(row: &mut [u16]) -> bool {
        let mut moved = false;
        for k in 1..row.len() {
            if row[k - 1] == 0 && row[k] != 0 {
                row.swap(k - 1, k);
                moved = true;
            }
        }
        moved
    }

    pub(crate) fn move_left(row: &mut [u16]) {
        let tiles: Vec<u16> = row.iter().copied().filter(|&tile| tile != 0).collect();
        row.fill(0);
        row[..tiles.len()].copy_from_slice(&tiles);
    }

    /// The number of merges, and what they are worth. A field has 16 bits.
    pub(crate) fn merge(row: &mut [u16]) -> [u32; 2] {
        let (mut merges, mut worth) = (0, 0);
        for k in 1..row.len() {
            if row[k] != 0 && row[k - 1] == row[k] {
                row[k - 1] = row[k].wrapping_mul(2);
                row[k] = 0;
                merges += 1;
                worth += u32::from(row[k - 1]);
            }
        }
        [merges, worth]
    }

    pub(crate) fn complete_move(row: &mut [u16]) -> [u32; 2] {
        move_left(row);
        let results = merge(row);
        move_left(row);
        results
    }

    pub(crate) fn printed(board: &[u16]) -> String {
        let rule = format!("{}\n", "-".repeat(29));
        let blank = format!("{}|\n", "|      ".repeat(4));
        let mut text = rule.clone();
        for row in board.chunks(4) {
            let fields: String = row.iter().map(|tile| format!("| {tile:4} ")).collect();
            text += &format!("{blank}{fields}|\n{blank}{rule}");
        }
        text
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// How the fields of a row lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Row,
    Column,
    ReversedRow,
    ReversedColumn,
}

impl Layout {
    const ALL: [Layout; 4] = [
        Layout::Row,
        Layout::Column,
        Layout::ReversedRow,
        Layout::ReversedColumn,
    ];

    /// How many half-words of other memory are left before and after the fields.
    const MARGIN: usize = 2;

    /// The place of each field, counted in half-words, and how many of those there are in all.
    fn places(self, count: usize) -> (Vec<usize>, usize) {
        let step = match self {
            Layout::Row | Layout::ReversedRow => 1,
            Layout::Column | Layout::ReversedColumn => 4,
        };
        let mut places: Vec<usize> = (0..count).map(|k| Layout::MARGIN + k * step).collect();
        if matches!(self, Layout::ReversedRow | Layout::ReversedColumn) {
            places.reverse();
        }
        (places, 2 * Layout::MARGIN + count * step)
    }
}

/// The game on one machine.
struct Game {
    program: Subroutine,
    cases: u64,
}

impl Game {
    fn load(main: &str) -> Self {
        Game::of(LoadRequest::new(main, &LoadOptions::new(root())).load())
    }

    fn of(loaded: LoadedProgram) -> Self {
        assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
        let setup = EnvironmentSetup {
            seed: 0,
            map: &MarsMap::DEFAULT,
        };
        let environment = loaded.environment.make(loaded.target, &setup);
        let image = Arc::new(loaded.program.unwrap().image);
        let limits = Limits {
            steps: Some(100_000),
            ..Limits::default()
        };
        Game {
            program: Subroutine::prepare(loaded.target, image, environment, limits).unwrap(),
            cases: 0,
        }
    }

    /// The name of its machine.
    fn isa(&self) -> &'static str {
        self.program.session().machine.desc().name
    }

    /// Begins a case, in which no register has the value of the one before.
    fn begin(&mut self) -> &mut Subroutine {
        self.cases += 1;
        self.program.reset();
        self.program.scramble(self.cases);
        &mut self.program
    }

    /// Calls a subroutine, which must give these results and change no more than it may.
    fn call(
        &mut self,
        name: &str,
        args: &[u32],
        host: &mut dyn Host,
        results: &[u32],
    ) -> Result<(), String> {
        let program = &mut self.program;
        let function = program.function(name).map_err(|e| e.to_string())?;
        let result = program.call(function, args, &mut Off, host).unwrap();
        let Return { end, clobbered, .. } = &result;
        if !result.returned() {
            return Err(format!("did not return: {end:x?}"));
        }
        if result.results[..results.len()] != *results {
            let given = &result.results[..results.len()];
            return Err(format!("results {given:?} instead of {results:?}"));
        }
        if !clobbered.is_empty() {
            let desc = self.program.session().machine.desc();
            let names = clobbered.iter().map(|reg| desc.register_name(*reg));
            return Err(format!("lost registers {:?}", names.collect::<Vec<_>>()));
        }
        let stray: Vec<u32> = self.program.stray_writes().collect();
        match stray.is_empty() {
            true => Ok(()),
            false => Err(format!("wrote to {stray:#x?}, which is not its memory")),
        }
    }

    /// One subroutine on one row.
    fn check_row(
        &mut self,
        name: &str,
        model: Model,
        layout: Layout,
        row: &[u16],
    ) -> Result<(), String> {
        let (places, size) = layout.places(row.len());
        // What is beside the fields looks like tiles, none like another.
        let mut memory: Vec<u16> = (0x4000..).take(size).collect();
        let fill = |memory: &mut [u16], row: &[u16]| {
            for (&place, &tile) in places.iter().zip(row) {
                memory[place] = tile;
            }
        };
        fill(&mut memory, row);
        let program = self.begin();
        let first = program.place(&memory).unwrap();
        let addresses: Vec<u32> = places.iter().map(|&k| first + 2 * k as u32).collect();
        let fields = program.place(&addresses).unwrap();

        let mut expected = row.to_vec();
        let results = model(&mut expected);
        self.call(name, &[fields, row.len() as u32], &mut Nowhere, &results)?;

        let after: Vec<u16> = self.program.read(first, size).unwrap();
        fill(&mut memory, &expected);
        if after != memory {
            let now: Vec<u16> = places.iter().map(|&place| after[place]).collect();
            return Err(match now == expected {
                true => "changed fields of other rows".to_owned(),
                false => format!("the row became {now:?} instead of {expected:?}"),
            });
        }
        match self.program.read::<u32>(fields, row.len()).unwrap() == addresses {
            true => Ok(()),
            false => Err("changed the addresses of the row".to_owned()),
        }
    }

    /// Every short row, the shortest first.
    fn check_short_rows(&mut self, subroutines: &[(&str, Model)]) {
        const TILES: [u16; 4] = [0, 2, 4, 8];
        for &(name, model) in subroutines {
            for length in 1..=5 {
                for number in 0..TILES.len().pow(length) {
                    let tile = |k| TILES[number / TILES.len().pow(k) % TILES.len()];
                    let row: Vec<u16> = (0..length).map(tile).collect();
                    for layout in Layout::ALL {
                        let checked = self.check_row(name, model, layout, &row);
                        let machine = self.isa();
                        checked.unwrap_or_else(|wrong| {
                            panic!("{machine}: {name} of {row:?} as {layout:?}: {wrong}")
                        });
                    }
                }
            }
        }
    }

    /// Random rows.
    fn check_long_rows(&mut self) {
        for (name, model) in ROW_SUBROUTINES {
            let cases = (any_row(), prop::sample::select(&Layout::ALL[..]));
            check_cases(self.isa(), name, 300, &cases, |(row, layout)| {
                self.check_row(name, model, *layout, row)
            });
        }
    }

    /// `check_victory` on random boards.
    fn check_victories(&mut self) {
        check_cases(self.isa(), "check_victory", 300, &any_board(), |board| {
            let won = board.contains(&2048);
            let address = self.begin().place(board).unwrap();
            let args = [address, board.len() as u32];
            self.call("check_victory", &args, &mut Nowhere, &[won.into()])?;
            self.expect(address, board)
        });
    }

    /// `place` on random boards.
    fn check_places(&mut self) {
        let tile = prop_oneof![Just(2), Just(4), any::<u16>()];
        let cases = (any_board(), any::<prop::sample::Index>(), tile);
        check_cases(self.isa(), "place", 300, &cases, |(board, index, tile)| {
            let index = index.index(board.len());
            let mut expected = board.clone();
            let occupied = board[index] != 0;
            if !occupied {
                expected[index] = *tile;
            }
            let address = self.begin().place(board).unwrap();
            let args = [address, board.len() as u32, index as u32, (*tile).into()];
            self.call("place", &args, &mut Nowhere, &[occupied.into()])?;
            self.expect(address, &expected)
        });
    }

    /// `printboard` on random boards, some with numbers of five digits.
    fn check_printed(&mut self) {
        let number = prop_oneof![0u16..10, 0u16..10_000, any::<u16>()];
        let boards = prop::collection::vec(number, 16);
        check_cases(self.isa(), "printboard", 100, &boards, |board| {
            let mut console = Console::new(&b""[..], Vec::new(), Vec::new());
            let address = self.begin().place(board).unwrap();
            self.call("printboard", &[address], &mut console, &[])?;
            let printed = String::from_utf8_lossy(&console.output);
            let expected = model::printed(board);
            if printed != expected {
                return Err(format!("printed\n{printed}instead of\n{expected}"));
            }
            self.expect(address, board)
        });
    }

    /// What the board must be after a call.
    fn expect(&self, address: u32, board: &[u16]) -> Result<(), String> {
        let after: Vec<u16> = self.program.read(address, board.len()).unwrap();
        match after == *board {
            true => Ok(()),
            false => Err(format!("the board became {after:?} instead of {board:?}")),
        }
    }
}

/// Random cases; if one fails, smaller ones are looked for.
fn check_cases<S: Strategy>(
    isa: &str,
    name: &str,
    count: u32,
    cases: &S,
    check: impl FnMut(&S::Value) -> Result<(), String>,
) {
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(count)
    };
    let check = std::cell::RefCell::new(check);
    let verdict = TestRunner::new(config).run(cases, |case| {
        let checked = (check.borrow_mut())(&case);
        checked.map_err(TestCaseError::fail)
    });
    match verdict {
        Ok(()) => {}
        Err(TestError::Fail(wrong, case)) => {
            panic!("{isa}: {name} of {case:?}: {wrong}")
        }
        Err(TestError::Abort(reason)) => panic!("{name}: {reason}"),
    }
}

/// Rows of few different values, so that many neighbours are equal.
fn any_row() -> impl Strategy<Value = Vec<u16>> {
    let values = prop::collection::vec(any::<u16>(), 3);
    let choices = prop::collection::vec(0..5usize, 2..=12);
    (values, choices).prop_map(|(values, choices)| {
        let tile = |choice| values.get(choice).copied().unwrap_or(0);
        choices.into_iter().map(tile).collect()
    })
}

/// Boards from 2×2 to 6×6, some with a winning tile and some with what could be mistaken for one.
fn any_board() -> impl Strategy<Value = Vec<u16>> {
    let near = prop::sample::select(&[2047, 2049, 4096, 1024, 2048 | 0x8000, 8][..]);
    let tile = prop_oneof![
        10 => Just(0),
        10 => near,
        10 => any::<u16>(),
        1 => Just(2048),
    ];
    prop::collection::vec(tile, 4..=36)
}

fn check_all(main: &str) {
    let begin = Instant::now();
    let mut game = Game::load(main);
    game.check_short_rows(&ROW_SUBROUTINES);
    game.check_long_rows();
    game.check_victories();
    game.check_places();
    game.check_printed();
    println!(
        "{}: {} calls in {:.1?}",
        game.isa(),
        game.cases,
        begin.elapsed()
    );
}

#[test]
fn riscv_subroutines_keep_their_contracts() {
    check_all("asm/rv32/2048/src/main.s");
}

#[test]
fn mips_subroutines_keep_their_contracts() {
    check_all("asm/mips32/2048/src/main.asm");
}

/// What a hostile subroutine is made of: text around a call of the real one.
struct Hostility {
    folder: &'static str,
    ending: &'static str,
    begin: &'static str,
    end: &'static str,
    /// The registers that it may change; those of its results are last.
    registers: &'static str,
}

const RISCV: Hostility = Hostility {
    folder: "asm/rv32/2048/src",
    ending: "s",
    begin: "addi sp, sp, -16\nsw ra, 0(sp)\njal",
    end: "lw ra, 0(sp)\nsw t0, 0(sp)\naddi sp, sp, 16\nret\n",
    registers: "t0 t1 t2 t3 t4 t5 t6 a7 a6 a5 a4 a3 a2 a1 a0",
};

const MIPS: Hostility = Hostility {
    folder: "asm/mips32/2048/src",
    ending: "asm",
    begin: "sw $sp, 0($sp)\nsw $sp, 4($sp)\nsw $sp, 8($sp)\nsw $sp, 12($sp)\n\
            addiu $sp, $sp, -24\nsw $ra, 16($sp)\njal",
    end: "lw $ra, 16($sp)\nsw $t0, 16($sp)\naddiu $sp, $sp, 24\njr $ra\n",
    registers: "$t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $a3 $a2 $a1 $a0 $v1 $v0",
};

impl Hostility {
    fn source(&self, name: &str) -> String {
        let file = root()
            .join(self.folder)
            .join(format!("{name}.{}", self.ending));
        std::fs::read_to_string(file).unwrap()
    }

    /// A subroutine that does what the real one does, and scrambles all registers but its results.
    fn subroutine(&self, name: &str, results: usize) -> String {
        let real = self.source(name).replace(name, &format!("real_{name}"));
        let registers: Vec<&str> = self.registers.split(' ').collect();
        let scrambled = registers[..registers.len() - results].iter();
        let scrambled: String = scrambled
            .map(|register| format!("li {register}, 0x5ca1ab1e\n"))
            .collect();
        let Hostility { begin, end, .. } = self;
        format!("{real}\n.globl {name}\n{name}:\n{begin} real_{name}\n{scrambled}{end}")
    }

    /// `caller` with hostile ones in place of what it calls; each with its number of results.
    fn game(&self, caller: &str, callees: &[(&str, usize)]) -> Game {
        let file = |name: &str| format!("{name}.{}", self.ending);
        let mut loader = MemoryLoader::default()
            .with(&file(caller), self.source(caller))
            .with(&file("move_one"), self.source("move_one"));
        for (name, results) in callees {
            loader = loader.with(&file(name), self.subroutine(name, *results));
        }
        let options = LoadOptions::new(PathBuf::new());
        Game::of(
            LoadRequest::new(&file(caller), &options)
                .from_loader(&mut loader)
                .load(),
        )
    }

    /// The subroutines that call others.
    fn check(&self) {
        let named = |name| ROW_SUBROUTINES.into_iter().filter(move |(n, _)| *n == name);
        let move_left: Vec<_> = named("move_left").collect();
        let mut game = self.game("move_left", &[("move_one", 1)]);
        game.check_short_rows(&move_left);
        let complete_move: Vec<_> = named("complete_move").collect();
        let mut game = self.game("complete_move", &[("move_left", 0), ("merge", 2)]);
        game.check_short_rows(&complete_move);
    }
}

#[test]
fn riscv_subroutines_bear_hostile_callees() {
    RISCV.check();
}

#[test]
fn mips_subroutines_bear_hostile_callees() {
    MIPS.check();
}
