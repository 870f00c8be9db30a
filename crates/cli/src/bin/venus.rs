//! `venus`: the drop-in command line.

fn main() -> std::process::ExitCode {
    cli::venus::main()
}
