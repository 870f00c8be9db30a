//! How a session begins, as often as it does.

use super::{Limits, Start};
use machine::env::Environment;
use machine::run::Machine;
use machine::trap::Trap;
use std::sync::Arc;

impl Start {
    pub(super) fn copy(&self) -> Start {
        Start {
            target: self.target,
            image: Arc::clone(&self.image),
            args: self.args.clone(),
            environment: self.environment.fork(),
            boundary: self.boundary.clone(),
        }
    }

    pub(super) fn fresh(&self, limits: &Limits) -> Result<(Machine, Box<dyn Environment>), Trap> {
        let mut machine = self.target.machine();
        let mut environment = self.environment.fork();
        machine.memory.set_limit(limits.memory);
        machine.load(&self.image)?;
        environment.start(&mut machine, &self.image, &self.args)?;
        if environment.is_lenient() {
            machine.relax();
        }
        Ok((machine, environment))
    }
}
