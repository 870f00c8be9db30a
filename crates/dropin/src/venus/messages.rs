//! Everything that `venus` says about itself and about the end of a run, in the words that
//! scripts know.

use super::places::CodePlaces;
use machine::env::CallFault;
use machine::trap::Trap;
use runtime::{Fault, FaultKind, Limit, Session};

/// The help text.
pub(super) const HELP: &str = "\
Usage: venus [flags] file [arguments of the program...]

Assembles and runs a RISC-V program. Flags may come in any place and must be spelt exactly;
after -- nothing is a flag.

  -h, --help                  Print this help.
  -v, --version               Print the version.
  -l, --libs A;B              Further files to assemble and link.
  --def K=V;K2=V2             Definitions for the preprocessor.
  -r, --regwidth N            Width of a register; this build supports only 32.
  -fa, --fileIsAssembly       The file argument is the source itself; `stdin` reads lines from
                              standard input, assembles each and prints its machine code.
  -wd, --workingDirectory D   Directory for `.import <...>` and for files of the program.

  -d, --dump                  Print the machine code and do not run.
  -n, --numberCycles          Print nothing but the number of steps.
  -ms, --maxsteps N           Step limit (500000); negative: none.
  -ur, --unsetRegisters       Start with all registers zero and without arguments.
  -it, --immutableText        Stores to the text are errors.
  -ahs, --AllowHSAccess       Allow accesses between heap and stack.
  -eoe, --ecallOnlyExit       Only an exit call ends the program.

  -cc, --callingConvention    Check the calling convention.
  --retToAllA                 With -cc: all argument registers hold results.
  -mc, --memcheck             Report accesses outside of data and heap blocks.
  -mcv, --memcheckVerbose     The same, and print every access and allocation.
  -cf, --coverageFile F       Write how often each instruction ran.
  -jcf, --jsonCoverageFile F  The same as JSON.
  -cdf, --coreDumpFile F      Write registers and memory at the end as JSON.
  -cdft, --coreDumpFileText F Write the state at the end as text.

  -t, --trace                 Run, then print a line for each step.
  -tp, --tracepattern P       What a line shows: %0% to %31%, %pc%, %inst%, %line%, %decode%,
                              %output%; \\t and \\n.
  -tf, --tracefile F          Read the pattern from a file.
  -tb, --tracebase R          Radix of the numbers, 2 to 36 (2).
  -ti, --traceInstFirst       Show the state before each instruction.
  -tw, --tracePCWordAddr      Count addresses in words.
  -ts, --traceTwoStage        Show a pipeline of two stages.
  -tn, --traceTotalNumCommands N  Print exactly N lines.
";

const SIMULATOR_ERROR: &str = "Venus ran into a simulator error!\n";

/// What to say about a fault.
pub(super) fn fault(session: &Session, fault: &Fault, places: &CodePlaces<'_>) -> String {
    let at = || {
        places
            .location(fault.pc)
            .map_or(String::new(), |place| format!(" ({place})"))
    };
    match &fault.kind {
        FaultKind::Trap(trap) | FaultKind::Call(CallFault::Memory(trap)) => {
            trap_text(session, fault.pc, *trap)
        }
        FaultKind::Call(CallFault::HeapFull { .. } | CallFault::HeapLimit { .. }) => {
            format!("{SIMULATOR_ERROR}The heap has grown into the stack.\n")
        }
        FaultKind::Call(CallFault::EndOfInput { wanted }) => {
            format!(
                "The program reads {wanted}, but the input has ended{}.\n",
                at()
            )
        }
        FaultKind::Call(CallFault::BadInput { wanted, found }) => {
            let found: String = String::from_utf8_lossy(found).chars().take(60).collect();
            let found = found.escape_debug();
            format!(
                "The program reads {wanted}, but the input is '{found}'{}.\n",
                at()
            )
        }
        FaultKind::Call(
            CallFault::NegativeHeap { .. }
            | CallFault::NoWindow
            | CallFault::RandomBound { .. }
            | CallFault::UnknownService { .. },
        ) => format!("{SIMULATOR_ERROR}The environment refused a call{}.\n", at()),
    }
}

fn trap_text(session: &Session, pc: u32, trap: Trap) -> String {
    match trap {
        Trap::Gap { address, size, .. } => format!(
            "{SIMULATOR_ERROR}Attempting to access uninitialized memory between the stack and \
             heap. Attempting to access '{size}' bytes at address '0x{address:08X}'.\n"
        ),
        Trap::Store {
            address,
            read_only: true,
            ..
        } => format!(
            "{SIMULATOR_ERROR}You are attempting to edit the text of the program though the \
             program is set to immutable at address 0x{address:08X}!\n"
        ),
        Trap::Load { address, size, .. } | Trap::Store { address, size, .. } => format!(
            "{SIMULATOR_ERROR}There is no memory for '{size}' bytes at address '0x{address:08X}'.\n"
        ),
        Trap::Misaligned { address, size, .. } => {
            format!("{SIMULATOR_ERROR}Address '0x{address:08X}' is not a multiple of {size}.\n")
        }
        _ => undecodable(session, pc),
    }
}

/// What to say about bits that are no instruction.
fn undecodable(session: &Session, pc: u32) -> String {
    let word = session.machine.word_at(pc);
    let bits = if word & 3 == 3 { word } else { word & 0xffff };
    format!(
        "\n[ERROR]: Could not decode the instruction (0x{bits:x}) at pc='0x{pc:08X}'!\n\
         Please make sure that you are not jumping to the middle of an instruction!\n\
         {SIMULATOR_ERROR}instruction not found for 0x{bits:x}\n"
    )
}

/// What to say about a limit.
pub(super) fn limit(limit: Limit) -> String {
    match limit {
        Limit::Steps(steps) => {
            format!("{SIMULATOR_ERROR}Ran for more than the max allowed steps ({steps})!\n")
        }
        Limit::Memory { bytes, address } => format!(
            "{SIMULATOR_ERROR}The program needs more than {} MiB of memory, at address \
             '0x{address:08X}'.\n",
            bytes >> 20
        ),
        Limit::Output(bytes) => {
            format!("{SIMULATOR_ERROR}The program printed more than {bytes} bytes.\n")
        }
        Limit::Time(time) => {
            format!(
                "{SIMULATOR_ERROR}Ran for more than {} s.\n",
                time.as_secs_f64()
            )
        }
    }
}
