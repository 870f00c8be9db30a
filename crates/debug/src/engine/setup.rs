//! How a program is to be debugged.

use callconv::CheckOptions;
use machine::image::Image;
use machine::isa::Reg;
use runtime::files::Files;
use runtime::load::LoadedProgram;
use runtime::{BoundaryRules, EnvironmentKind, Limits, Session};

/// The memory that the history may use by default.
pub const DEFAULT_HISTORY: u64 = 256 << 20;
/// How a program is to be debugged.
pub struct DebugSetup {
    /// Its name and its arguments.
    pub args: Vec<Vec<u8>>,
    /// The environment that it runs in.
    pub environment: EnvironmentKind,
    /// Where random numbers begin.
    pub seed: u64,
    /// The most memory that it may use.
    pub memory: u64,
    /// Its standard input; `None`: it will be given bit by bit.
    pub input: Option<Vec<u8>>,
    /// The files that it may use.
    pub files: Files,
    /// Time begins at 0 and passes by sleeping only; otherwise it begins here.
    pub now: Option<u64>,
    /// The most memory that the history may have.
    pub history: u64,
    /// Stop where the calling convention is broken.
    pub check: Option<CheckOptions>,
    /// The boundary between a course's code and handed-in code: what handed-in code may not rely on gets
    /// values that nobody can guess.
    pub boundary: Option<BoundaryRules>,
    /// The program as it is in memory, if that is not what was assembled.
    pub image: Option<Image>,
    /// What is set before the first instruction.
    pub start: StartState,
}

/// Registers and memory that are set before the first instruction.
#[derive(Clone, Debug, Default)]
pub struct StartState {
    /// Where the program begins, if that is elsewhere.
    pub pc: Option<u32>,
    /// Registers and their values.
    pub registers: Vec<(Reg, u64)>,
    /// Addresses and the bytes from there on.
    pub memory: Vec<(u32, Vec<u8>)>,
}

impl DebugSetup {
    /// The usual way for this program.
    pub fn new(loaded: &LoadedProgram) -> Self {
        DebugSetup {
            args: vec![b"program".to_vec()],
            environment: loaded.environment,
            seed: 0,
            memory: Limits::DEFAULT_MEMORY,
            input: None,
            files: Files::none(),
            now: None,
            history: DEFAULT_HISTORY,
            check: None,
            boundary: None,
            image: None,
            start: StartState::default(),
        }
    }
}

impl StartState {
    pub(super) fn set(&self, session: &mut Session) {
        if let Some(pc) = self.pc {
            session.machine.go_to(pc);
            session.machine.meet_side();
        }
        for (reg, value) in &self.registers {
            session.machine.registers.set(*reg, *value);
        }
        for (address, bytes) in &self.memory {
            // What is not there cannot be looked at either.
            let _ = session.machine.memory.write_host(*address, bytes);
        }
    }
}
