//! What shows at the boundary.

use machine::isa::Reg;

/// What is wrong when control comes back from handed-in code, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundaryFault {
    /// A register that the function has to keep has another value.
    Register {
        /// The register.
        reg: Reg,
        /// Its value at the call.
        before: u64,
        /// Its value now.
        after: u64,
    },
    /// The stack pointer has another value.
    StackPointer {
        /// Its value at the call.
        before: u32,
        /// Its value now.
        after: u32,
    },
    /// The frame of the caller has changed.
    Frame {
        /// The first address.
        address: u32,
        /// How far that is above the stack pointer at the call.
        offset: u32,
        /// What was there at the call.
        before: u8,
        /// What is there now.
        after: u8,
    },
    /// Control came back to the course's code, but not to the call.
    Elsewhere {
        /// Where the caller waits.
        expected: u32,
    },
    /// Control ran from the end of handed-in code into code of the course.
    RanOff {
        /// Where it is now.
        into: u32,
    },
    /// The program has ended in it.
    Ended {
        /// By a call of the environment.
        by_call: bool,
    },
    /// It calls a function of the course with a stack pointer that is not on the stack.
    ForeignStack {
        /// The stack pointer.
        sp: u32,
        /// The function of the course.
        callee: u32,
    },
    /// An exception handler that was handed in interrupts the course's code.
    Interrupted,
    /// It prints, and must not.
    Prints,
}

/// Something that showed at the boundary, once or many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundaryFinding {
    /// What.
    pub what: BoundaryFault,
    /// The function that the course's code has called.
    pub function: u32,
    /// Where the call returns to.
    pub return_to: u32,
    /// The instruction that comes next; if the program has ended, the last.
    pub pc: u32,
    /// How many instructions had run before it the first time.
    pub step: u64,
    /// How often it showed.
    pub count: u64,
}

impl BoundaryFinding {
    /// Whether both have the same cause.
    fn is_like(&self, other: &BoundaryFinding) -> bool {
        let alike = match (self.what, other.what) {
            (BoundaryFault::Register { reg, .. }, BoundaryFault::Register { reg: other, .. }) => {
                reg == other
            }
            (one, other) => std::mem::discriminant(&one) == std::mem::discriminant(&other),
        };
        alike && self.function == other.function
    }
}

/// The most findings that are kept apart.
const MOST: usize = 64;

/// Findings by cause, in the order in which they first showed.
#[derive(Clone, Debug, Default)]
pub(super) struct BoundaryFindings(Vec<BoundaryFinding>);

impl BoundaryFindings {
    pub(super) fn add(&mut self, finding: BoundaryFinding) {
        if let Some(known) = self.0.iter_mut().find(|known| known.is_like(&finding)) {
            known.count += 1;
        } else if self.0.len() < MOST {
            self.0.push(finding);
        }
    }

    pub(super) fn all(&self) -> &[BoundaryFinding] {
        &self.0
    }
}
