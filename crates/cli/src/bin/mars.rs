//! `mars`: the drop-in command line.

fn main() -> std::process::ExitCode {
    dropin::mars::main()
}
