//! `venus`: the drop-in command line.

// How all three programs are linked is a matter of the library.
use cli as _;

fn main() -> std::process::ExitCode {
    dropin::venus::main()
}
