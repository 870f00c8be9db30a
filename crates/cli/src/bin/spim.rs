//! `spim`: the drop-in command line.

// How all programs are linked is a matter of the library.
use cli as _;

fn main() -> std::process::ExitCode {
    dropin::spim::main()
}
