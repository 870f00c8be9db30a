//! What came of a test. Kinds of failures are kept apart, because each asks for something else to
//! do next.

/// What came of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// All is as it should be.
    Passed,
    /// The program printed something else.
    WrongOutput,
    /// The output is right, the last picture is not.
    WrongPicture,
    /// The output is right, the exit code is not.
    WrongExit,
    /// The output is right, but a function breaks the calling convention.
    Convention,
    /// The program depends on values that the calling convention leaves undefined: it did
    /// something else when these were others.
    Scrambled,
    /// A function that was handed in did not come back to its call.
    NotReturned,
    /// A function printed whose task does not allow output.
    Printed,
    /// The check of the calling convention could not go on.
    Unchecked,
    /// The program did something that cannot be done.
    Fault,
    /// The program was stopped.
    Limit(LimitKind),
    /// A case of a unit test did not do what it should.
    Expectation,
    /// The program does not assemble.
    DoesNotAssemble,
    /// There is no file with the expected output.
    NoReference,
    /// A file of the test cannot be read, or says what makes no sense.
    Unreadable,
}

/// Which limit stopped a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitKind {
    /// Instructions.
    Steps,
    /// Bytes printed.
    Output,
    /// Memory.
    Memory,
    /// Wall-clock time.
    Time,
}

impl Verdict {
    /// Whether all is as it should be.
    pub fn is_passed(self) -> bool {
        self == Verdict::Passed
    }

    /// Whether the test itself could not be carried out: it says nothing about what the program
    /// does.
    pub fn is_error(self) -> bool {
        matches!(
            self,
            Verdict::DoesNotAssemble | Verdict::NoReference | Verdict::Unreadable
        )
    }

    /// The verdict in a few words, as in a list.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::WrongOutput => "wrong output",
            Verdict::WrongPicture => "wrong picture",
            Verdict::WrongExit => "wrong exit code",
            Verdict::Convention => "calling convention",
            Verdict::Scrambled => "depends on undefined values",
            Verdict::NotReturned => "does not return to its call",
            Verdict::Printed => "prints, but must not",
            Verdict::Unchecked => "could not be checked",
            Verdict::Fault => "run-time fault",
            Verdict::Limit(LimitKind::Steps) => "too many instructions",
            Verdict::Limit(LimitKind::Output) => "too much output",
            Verdict::Limit(LimitKind::Memory) => "too much memory",
            Verdict::Limit(LimitKind::Time) => "too much time",
            Verdict::Expectation => "unexpected result",
            Verdict::DoesNotAssemble => "does not assemble",
            Verdict::NoReference => "no expected output",
            Verdict::Unreadable => "cannot be read",
        }
    }

    /// All of them.
    pub const ALL: [Verdict; 18] = [
        Verdict::Passed,
        Verdict::WrongOutput,
        Verdict::WrongPicture,
        Verdict::WrongExit,
        Verdict::Convention,
        Verdict::Scrambled,
        Verdict::NotReturned,
        Verdict::Printed,
        Verdict::Unchecked,
        Verdict::Fault,
        Verdict::Limit(LimitKind::Steps),
        Verdict::Limit(LimitKind::Output),
        Verdict::Limit(LimitKind::Memory),
        Verdict::Limit(LimitKind::Time),
        Verdict::Expectation,
        Verdict::DoesNotAssemble,
        Verdict::NoReference,
        Verdict::Unreadable,
    ];

    /// The verdict with this word for programs.
    pub fn from_id(id: &str) -> Option<Self> {
        Verdict::ALL.into_iter().find(|verdict| verdict.id() == id)
    }

    /// The verdict as one word for programs, which does not change.
    pub fn id(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::WrongOutput => "wrong-output",
            Verdict::WrongPicture => "wrong-picture",
            Verdict::WrongExit => "wrong-exit",
            Verdict::Convention => "convention",
            Verdict::Scrambled => "scrambled",
            Verdict::NotReturned => "not-returned",
            Verdict::Printed => "printed",
            Verdict::Unchecked => "unchecked",
            Verdict::Fault => "fault",
            Verdict::Limit(LimitKind::Steps) => "step-limit",
            Verdict::Limit(LimitKind::Output) => "output-limit",
            Verdict::Limit(LimitKind::Memory) => "memory-limit",
            Verdict::Limit(LimitKind::Time) => "time-limit",
            Verdict::Expectation => "expectation",
            Verdict::DoesNotAssemble => "does-not-assemble",
            Verdict::NoReference => "no-reference",
            Verdict::Unreadable => "unreadable",
        }
    }
}

impl From<runtime::Limit> for LimitKind {
    fn from(limit: runtime::Limit) -> Self {
        match limit {
            runtime::Limit::Steps(_) => LimitKind::Steps,
            runtime::Limit::Output(_) => LimitKind::Output,
            runtime::Limit::Memory { .. } => LimitKind::Memory,
            runtime::Limit::Time(_) => LimitKind::Time,
        }
    }
}
