//! The kinds of mistakes that are recognised.

/// Declares the kinds, each with its word for programs and its words for people.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $id:literal $words:literal;)*) => {
        /// A kind of mistake.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum CauseKind {
            $($(#[$doc])* $name,)*
        }

        impl CauseKind {
            /// All kinds.
            pub const ALL: &'static [CauseKind] = &[$(CauseKind::$name),*];

            /// The kind as one word for programs, which does not change.
            pub fn id(self) -> &'static str {
                match self { $(CauseKind::$name => $id,)* }
            }

            /// The kind in a few words.
            pub fn words(self) -> &'static str {
                match self { $(CauseKind::$name => $words,)* }
            }
        }
    };
}

kinds! {
    /// A nested call overwrites the return address.
    ReturnAddress "return-address" "the return address is lost";
    /// Control runs past the end of a function.
    NoReturn "no-return" "a return is missing";
    /// A register that belongs to the caller comes back changed.
    SavedRegister "saved-register" "a saved register is not preserved";
    /// The stack pointer comes back changed.
    StackPointer "stack-pointer" "the stack pointer is not restored";
    /// The stack is used where it belongs to others.
    StackUse "stack-use" "the stack is used wrongly";
    /// A value is kept in a register that a call may change.
    AfterCall "after-call" "a value does not survive a call";
    /// A loop does not end.
    EndlessLoop "endless-loop" "a loop never ends";
    /// A load or store has the wrong width.
    ElementSize "element-size" "the wrong element size";
    /// An address is used for what lies there, or the other way round.
    AddressOrValue "address-or-value" "an address instead of a value, or the other way round";
    /// A value is extended with its sign where it must not be, or the other way round.
    SignExtension "sign-extension" "the wrong sign extension";
    /// A bound or a start is one too many or too few.
    OffByOne "off-by-one" "off by one";
    /// An access is outside the array that it was meant for.
    OutsideArray "outside-array" "an access outside an array";
    /// Arguments are passed in the wrong order.
    ArgumentOrder "argument-order" "arguments in the wrong order";
    /// A result is left in the wrong register.
    ResultRegister "result-register" "the result is not where the caller looks for it";
    /// A register is used before it was set.
    Initialisation "initialisation" "a register is used before it is set";
    /// A function changes memory that it must leave as it is.
    ForbiddenWrite "forbidden-write" "memory changes that must stay as it is";
    /// A branch decides wrongly.
    WrongCondition "wrong-condition" "the wrong condition";
    /// A number is wrong.
    WrongConstant "wrong-constant" "the wrong number";
    /// A register is wrong.
    WrongRegister "wrong-register" "the wrong register";
    /// A branch or jump goes to the wrong label.
    JumpTarget "jump-target" "the wrong label";
    /// An instruction is missing.
    MissingInstruction "missing-instruction" "an instruction is missing";
    /// An instruction is too much.
    ExtraInstruction "extra-instruction" "an instruction too many";
    /// The function prints or ends the program, and must not.
    NotAllowed "not-allowed" "not allowed in this task";
    /// A function does nothing yet.
    Unwritten "unwritten" "this function is not written yet";
    /// Nothing is known but where tests that fail differ from those that pass.
    Suspicious "suspicious" "the most suspicious lines";
}

impl CauseKind {
    /// What a change of this kind is, where it is not certain which of many it is.
    pub(crate) fn vague(self) -> Option<&'static str> {
        match self {
            CauseKind::WrongConstant | CauseKind::OffByOne => Some("With another number here"),
            CauseKind::WrongRegister | CauseKind::ResultRegister => {
                Some("With another register here")
            }
            CauseKind::JumpTarget => Some("With another label here"),
            CauseKind::MissingInstruction | CauseKind::Initialisation => {
                Some("With one more instruction there")
            }
            _ => None,
        }
    }
}
