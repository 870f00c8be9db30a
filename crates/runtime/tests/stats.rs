//! What `--stats` counts does not depend on how the loop reports it: run by run, or most of it only
//! as runs that are known.

use machine::env::MarsMap;
use machine::observe::{Observer, Wants};
use runtime::load::{LoadOptions, LoadRequest};
use runtime::observers::Stats;
use runtime::{Console, EnvironmentSetup, Limits, Session};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Sees each instruction: the loop is exact, and reports every run.
struct Closely;

impl Observer for Closely {
    fn wants(&self) -> Wants {
        Wants::INSTRUCTIONS.or(Wants::RUNS)
    }
}

/// What is counted in so many steps of a program.
fn counted(file: &str, steps: u64, closely: bool) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join(file);
    let options = LoadOptions::new(root);
    let loaded = LoadRequest::new(&path.to_string_lossy(), &options).load();
    let program = loaded.program.as_ref().expect("the program assembles");
    let setup = EnvironmentSetup {
        seed: 0,
        map: &MarsMap::DEFAULT,
    };
    let environment = loaded.environment.make(loaded.target, &setup);
    let limits = Limits {
        steps: Some(steps),
        ..Limits::default()
    };
    let image = Arc::new(program.image.clone());
    let session = Session::new(loaded.target, image, environment, Vec::new(), limits);
    let mut session = session.expect("the program fits");
    let mut host = Console::new(&b""[..], std::io::sink(), std::io::sink());
    let mut observers = (Stats::new(loaded.desc()), closely.then_some(Closely));
    session.run(&mut observers, &mut host);
    observers.0.report(Duration::ZERO)
}

#[test]
fn known_runs_count_like_others() {
    let kernels = ["fib", "quicksort", "slide2048", "matmul", "sieve", "mix"];
    for kernel in kernels {
        for ending in ["s", "asm"] {
            let file = format!("crates/cli/benches/kernels/{kernel}.{ending}");
            for steps in [1, 1_000, 100_000] {
                let [quickly, closely] = [false, true].map(|how| counted(&file, steps, how));
                assert_eq!(quickly, closely, "{file}, {steps} steps");
            }
        }
    }
}
