//! Where code can be generated: regions, their code, and when to run it.

mod abi;
mod compile;
mod emit;
mod host;
mod plan;
mod reading;
mod translator;
mod word;
mod worker;

use crate::{TranslateOptions, TranslateStats};
use machine::run::{ControlState, Isa, Machine};
use mips32::Mips32;
use rv32::Rv32;
use std::sync::{Arc, Mutex};
use translator::{Processor, Translator};

/// Translates the hot code of a machine from now on; the figures of it.
pub(crate) fn attach(
    machine: &mut Machine,
    options: TranslateOptions,
) -> Option<Arc<Mutex<TranslateStats>>> {
    let processor = match () {
        () if machine.state_of::<Rv32>().is_some() => processor::<Rv32>(),
        () if machine.state_of::<Mips32>().is_some() => processor::<Mips32>(),
        () => return None,
    };
    let stats = Arc::default();
    let translator = Translator::new(processor, options, Arc::clone(&stats));
    machine.set_native(Some(Box::new(translator)));
    Some(stats)
}

fn processor<I: Isa>() -> Processor {
    Processor {
        translate: worker::translate::<I>(),
        state: |machine| Some(machine.state_of::<I>()?.fork()),
    }
}
