//! The macro that turns an instruction table into everything that runs it.

/// Turns a table of instructions into the rows (`ROWS`, `ROW_ARRAY`), one function an
/// instruction, and what the run loop asks of an instruction set (`execute`, `fuse`, `unfuse`,
/// `row_of`).
///
/// A row has the mnemonic, its name in Rust, its class, the 32 bits as in the manual, the operands
/// as they are written, `+ SUFFIXES` and `uses REGISTERS` where it has them, one sentence, and the
/// semantics: an expression over the machine ([`Cx`](crate::run::Cx)) and the predecoded
/// instruction that evaluates to something that can [`Settle`](crate::run::Settle).
///
/// The second name at the top is the list of what rows mean to others
/// ([`Meaning`](crate::isa::Meaning)).
///
/// `common` rows have a handler each. `rare` ones share one, which looks a second time: there are
/// fewer handler numbers than instructions. A rare row's immediate has 24 bits.
///
/// `fused` names runs of two or three common rows that one handler carries out in one go; those of
/// three come first, and only the last may be a jump. `Latch` is the glue of that name.
#[macro_export]
macro_rules! instructions {
    (
        $isa:ident $meanings:ident;
        common { $( $extension:literal {
            $( $name:literal $op:ident $class:ident $pattern:literal [$($operand:expr),*]
               $(+ $suffixes:ident)? $(uses $implicit:ident)?
               $doc:literal |$x:ident, $i:ident| $body:expr; )*
        } )* }
        rare { $( $rare_extension:literal {
            $( $rare_name:literal $rare_op:ident $rare_class:ident $rare_pattern:literal
               [$($rare_operand:expr),*]
               $(+ $rare_suffixes:ident)? $(uses $rare_implicit:ident)?
               $rare_doc:literal |$rare_x:ident, $rare_i:ident| $rare_body:expr; )*
        } )* }
        fused { $( $run:ident = $first:ident $second:ident $( $third:ident )?; )* }
    ) => {
        /// Numbers of the handlers: the common rows, then the fused runs.
        #[repr(u8)]
        #[derive(Clone, Copy)]
        enum Handler { $($( $op, )*)* $( $run, )* }

        /// Numbers of the rare rows.
        #[expect(dead_code, reason = "a machine may have no rare rows")]
        #[derive(Clone, Copy)]
        enum Rare { $($( $rare_op, )*)* #[expect(clippy::upper_case_acronyms, reason = "no instruction is named so")] END }

        #[expect(non_upper_case_globals, reason = "named as the instructions are")]
        mod handler {
            use super::Handler;
            $($( pub const $op: u8 = Handler::$op as u8; )*)*
            $( pub const $run: u8 = Handler::$run as u8; )*
            pub const Latch: u8 = $crate::code::LATCH;
        }

        #[expect(non_upper_case_globals, reason = "named as the instructions are")]
        mod rare {
            $($( pub const $rare_op: u8 = super::Rare::$rare_op as u8; )*)*
            pub const COUNT: usize = super::Rare::END as usize;
        }

        const COMMON: usize = [$($( $name, )*)*].len();

        /// Every instruction of the machine.
        pub static ROWS: &[$crate::isa::Row] = &ROW_ARRAY;

        /// The same, for what the compiler computes from them.
        pub const ROW_ARRAY: [$crate::isa::Row; COMMON + rare::COUNT] = [
            $($( $crate::isa::Row {
                name: $name,
                pattern: $crate::isa::Pattern::parse($pattern),
                operands: &[$($operand),*],
                suffixes: $crate::or_none!($($suffixes)?),
                implicit: $crate::or_none!($($implicit)?),
                class: $crate::isa::Class::$class,
                extension: $extension,
                doc: $doc,
                meaning: $crate::isa::Meaning::of($meanings, $name),
                handler: handler::$op,
                tag: 0,
            }, )*)*
            $($( $crate::isa::Row {
                name: $rare_name,
                pattern: $crate::isa::Pattern::parse($rare_pattern),
                operands: &[$($rare_operand),*],
                suffixes: $crate::or_none!($($rare_suffixes)?),
                implicit: $crate::or_none!($($rare_implicit)?),
                class: $crate::isa::Class::$rare_class,
                extension: $rare_extension,
                doc: $rare_doc,
                meaning: $crate::isa::Meaning::of($meanings, $rare_name),
                handler: $crate::code::RARE,
                // From 1 on: a row without a tag is a common one.
                tag: (rare::$rare_op as i32 + 1) << 24,
            }, )*)*
        ];

        const _: () = assert!(
            [$($( handler::$op, )*)* $( handler::$run, )*].len() <= $crate::code::FIRST_SPECIAL as usize
                && rare::COUNT < 255,
            "no numbers are left for handlers: put the row under `rare`"
        );

        #[expect(non_snake_case, reason = "named as the instructions are")]
        mod run {
            use super::*;

            #[inline(always)]
            pub fn Latch<L: $crate::observe::Listener, const RULES: u8>(
                cx: &mut $crate::run::Cx<'_, $isa, L, RULES>,
                insn: &$crate::isa::Insn,
            ) -> bool {
                cx.latch(insn)
            }

            $($(
                #[inline(always)]
                pub fn $op<L: $crate::observe::Listener, const RULES: u8>(
                    $x: &mut $crate::run::Cx<'_, $isa, L, RULES>,
                    $i: &$crate::isa::Insn,
                ) -> bool {
                    let outcome = $body;
                    $crate::run::Settle::settle(outcome, $x, $i)
                }
            )*)*
            $($(
                #[inline(always)]
                pub fn $rare_op<L: $crate::observe::Listener, const RULES: u8>(
                    $rare_x: &mut $crate::run::Cx<'_, $isa, L, RULES>,
                    $rare_i: &$crate::isa::Insn,
                ) -> bool {
                    let outcome = $rare_body;
                    $crate::run::Settle::settle(outcome, $rare_x, $rare_i)
                }
            )*)*
        }

        /// Runs one instruction or fused run.
        #[inline(always)]
        pub fn execute<L: $crate::observe::Listener, const RULES: u8>(
            cx: &mut $crate::run::Cx<'_, $isa, L, RULES>,
            insn: &$crate::isa::Insn,
        ) -> bool {
            match insn.handler {
                $($( handler::$op => run::$op(cx, insn), )*)*
                // The exact loop runs none of them.
                $( handler::$run if const { !L::EXACT } => run::$first(cx, insn)
                    && { let next = cx.following(); run::$second(cx, next) }
                    $( && { let next = cx.following(); run::$third(cx, next) } )?, )*
                handler::Latch => run::Latch(cx, insn),
                $crate::code::RARE => match ((insn.imm() >> 24) as u8).wrapping_sub(1) {
                    $($( rare::$rare_op => run::$rare_op(cx, insn), )*)*
                    _ => cx.other(insn),
                },
                _ => cx.other(insn),
            }
        }

        /// The handler that runs these in one go.
        pub fn fuse(first: u8, second: u8, third: u8) -> Option<u8> {
            $( if first == handler::$first && second == handler::$second
                $( && third == handler::$third )? { return Some(handler::$run); } )*
            let _ = third;
            None
        }

        /// The first instruction of a fused run, or `handler` itself.
        #[inline(always)]
        pub fn unfuse(handler: u8) -> u8 {
            match handler {
                $( handler::$run => handler::$first, )*
                single => single,
            }
        }

        /// The index of the row that `insn`, which is not fused, came from.
        #[inline(always)]
        pub fn row_of(insn: &$crate::isa::Insn) -> usize {
            match insn.handler {
                $crate::code::RARE => COMMON + (insn.imm() >> 24) as usize - 1,
                handler => handler as usize,
            }
        }
    };
}

/// What is named, or an empty list.
#[macro_export]
#[doc(hidden)]
macro_rules! or_none {
    () => {
        &[]
    };
    ($list:ident) => {
        $list
    };
}
