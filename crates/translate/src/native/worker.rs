//! Who translates: another thread, so that the run does not wait; or the run itself, in tests.

use super::compile::{Compiled, compile};
use super::plan::Plan;
use cranelift_codegen::isa::{self, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use machine::run::Isa;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What came of a plan.
pub(crate) struct Finished {
    pub(crate) plan: Plan,
    /// Nothing if it cannot be translated.
    pub(crate) compiled: Option<Compiled>,
    pub(crate) took: Duration,
}

/// How a plan is translated.
pub(crate) type Translate = fn(&Plan, &OwnedTargetIsa) -> Option<Compiled>;

/// That of an instruction set.
pub(crate) const fn translate<I: Isa>() -> Translate {
    compile::<I>
}

/// Translates one plan after the other.
pub(crate) enum Worker {
    /// In a thread of its own, which ends with the sender.
    Thread {
        plans: Sender<Plan>,
        finished: Receiver<Finished>,
    },
    /// At once.
    Here {
        isa: OwnedTargetIsa,
        translate: Translate,
        finished: Option<Box<Finished>>,
    },
}

impl Worker {
    /// A new one; nothing if this host is not one that code is generated for.
    pub(crate) fn new(translate: Translate, in_background: bool) -> Option<Worker> {
        if !in_background {
            return Some(Worker::Here {
                isa: host()?,
                translate,
                finished: None,
            });
        }
        let (plans, open) = channel::<Plan>();
        let (done, finished) = channel();
        let work = move || {
            let Some(isa) = host() else { return };
            for plan in open {
                let finished = finish(plan, translate, &isa);
                if done.send(finished).is_err() {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("translate".to_owned());
        thread.spawn(work).ok()?;
        Some(Worker::Thread { plans, finished })
    }

    /// Takes a plan; false if nobody works.
    pub(crate) fn begin(&mut self, plan: Plan) -> bool {
        match self {
            Worker::Thread { plans, .. } => plans.send(plan).is_ok(),
            Worker::Here {
                isa,
                translate,
                finished,
            } => {
                *finished = Some(Box::new(finish(plan, *translate, isa)));
                true
            }
        }
    }

    /// What is finished; an error if nothing ever will be.
    pub(crate) fn take(&mut self) -> Result<Option<Finished>, ()> {
        match self {
            Worker::Here { finished, .. } => Ok(finished.take().map(|finished| *finished)),
            Worker::Thread { finished, .. } => match finished.try_recv() {
                Ok(finished) => Ok(Some(finished)),
                Err(TryRecvError::Empty) => Ok(None),
                Err(TryRecvError::Disconnected) => Err(()),
            },
        }
    }
}

fn finish(plan: Plan, translate: Translate, isa: &OwnedTargetIsa) -> Finished {
    let began = Instant::now();
    let compiled = translate(&plan, isa);
    Finished {
        compiled,
        plan,
        took: began.elapsed(),
    }
}

/// The generator for this host.
fn host() -> Option<OwnedTargetIsa> {
    let name = match () {
        () if cfg!(all(target_arch = "x86_64", target_os = "linux")) => "x86_64-unknown-linux-gnu",
        () if cfg!(all(target_arch = "aarch64", target_os = "linux")) => {
            "aarch64-unknown-linux-gnu"
        }
        () => return None,
    };
    let mut flags = settings::builder();
    for (flag, value) in [
        ("opt_level", "speed"),
        ("enable_verifier", "false"),
        ("enable_probestack", "false"),
        ("unwind_info", "false"),
    ] {
        flags.set(flag, value).ok()?;
    }
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_mut, reason = "only there is more to say")
    )]
    let mut builder = isa::lookup_by_name(name).ok()?;
    #[cfg(target_arch = "x86_64")]
    for (has, flag) in extensions() {
        if has {
            builder.enable(flag).ok()?;
        }
    }
    builder.finish(settings::Flags::new(flags)).ok()
}

/// What this processor has beyond what all have, and integer code uses.
#[cfg(target_arch = "x86_64")]
fn extensions() -> [(bool, &'static str); 4] {
    [
        (is_x86_feature_detected!("popcnt"), "has_popcnt"),
        (is_x86_feature_detected!("bmi1"), "has_bmi1"),
        (is_x86_feature_detected!("bmi2"), "has_bmi2"),
        (is_x86_feature_detected!("lzcnt"), "has_lzcnt"),
    ]
}
