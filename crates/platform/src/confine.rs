//! Takes from this process what a grader does not need: from then on it reads the inputs, writes
//! the report, and reaches no network, whatever happens inside it.
//!
//! Only Linux can do that (landlock), and only for threads that are started afterwards: it comes
//! before the first submission is looked at. Elsewhere [`IS_POSSIBLE`] says so, and whoever grades
//! decides whether the submissions are to be trusted.

use std::path::Path;

/// Whether this system can confine processes at all.
pub const IS_POSSIBLE: bool = cfg!(target_os = "linux");

/// How far the process is confined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confined {
    /// Reading and writing elsewhere is impossible.
    Fully,
    /// The kernel is older and knows a part of it.
    Partly,
    /// It is not.
    Not {
        /// Why.
        why: String,
    },
}

/// Confines this thread, and the ones it starts from now on.
#[cfg(target_os = "linux")]
pub fn confine(read: &[&Path], write: &[&Path]) -> Confined {
    use landlock::RulesetStatus;
    match restrict(read, write) {
        Ok(RulesetStatus::FullyEnforced) => Confined::Fully,
        Ok(RulesetStatus::PartiallyEnforced) => Confined::Partly,
        Ok(RulesetStatus::NotEnforced) => Confined::Not {
            why: "this kernel has no landlock".to_owned(),
        },
        Err(error) => Confined::Not {
            why: error.to_string(),
        },
    }
}

#[cfg(target_os = "linux")]
fn restrict(
    read: &[&Path],
    write: &[&Path],
) -> Result<landlock::RulesetStatus, landlock::RulesetError> {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr,
        path_beneath_rules,
    };
    let abi = ABI::V5;
    let restricted = Ruleset::default()
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .create()?
        .add_rules(path_beneath_rules(read, AccessFs::from_read(abi)))?
        .add_rules(path_beneath_rules(write, AccessFs::from_all(abi)))?
        .restrict_self()?;
    Ok(restricted.ruleset)
}

/// Takes from this process the right to write elsewhere than in `folder`.
pub fn write_only_to(folder: &Path) -> Confined {
    confine(&[Path::new("/")], &[folder, Path::new("/dev/null")])
}

/// Elsewhere nothing can be taken.
#[cfg(not(target_os = "linux"))]
pub fn confine(_read: &[&Path], _write: &[&Path]) -> Confined {
    Confined::Not {
        why: "only Linux supports this".to_owned(),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_confined_thread_writes_only_where_it_may() {
        let folder = std::env::temp_dir().join(format!("jal-confine-{}", std::process::id()));
        let (inputs, report) = (folder.join("in"), folder.join("out"));
        fs::create_dir_all(&inputs).unwrap();
        fs::create_dir_all(&report).unwrap();
        fs::write(inputs.join("a"), "a").unwrap();
        fs::write(folder.join("secret"), "s").unwrap();
        // The other threads of this process stay as they are.
        let thread = std::thread::spawn({
            let folder = folder.clone();
            move || {
                let confined = confine(&[&inputs], &[&report]);
                if let Confined::Not { why } = confined {
                    eprintln!("not confined: {why}");
                    return;
                }
                assert_eq!(fs::read(inputs.join("a")).unwrap(), b"a");
                fs::write(report.join("b"), "b").unwrap();
                assert!(fs::write(inputs.join("a"), "x").is_err());
                assert!(fs::read(folder.join("secret")).is_err());
                assert!(fs::write(folder.join("new"), "x").is_err());
            }
        });
        let done = thread.join();
        fs::remove_dir_all(&folder).unwrap();
        done.unwrap();
    }
}
