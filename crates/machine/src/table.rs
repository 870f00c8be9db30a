//! The macro that turns an instruction table into everything that runs it.

/// Turns a table of instructions into the rows (`ROWS`, `ROW_ARRAY`), one function an
/// instruction, what the run loop asks of an instruction set (`execute`, `fuse`, `unfuse`,
/// `row_of`), and `read`, which any other reading uses.
///
/// A row has the mnemonic, its name in Rust, its class, the 32 bits as in the manual, the operands
/// as they are written, `+ SUFFIXES` and `uses REGISTERS` where it has them, one sentence, and the
/// semantics: an expression over a [`Reading`](crate::reading::Reading) and the predecoded
/// instruction that evaluates to something that can [`Settle`](crate::reading::Settle).
///
/// The semantics of an `opaque` row are over the machine itself ([`Cx`](crate::run::Cx)): it does
/// what the vocabulary of a reading has no word for.
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
               $doc:literal $($opaque:ident)? |$x:ident, $i:ident| $body:expr; )*
        } )* }
        rare { $( $rare_extension:literal {
            $( $rare_name:literal $rare_op:ident $rare_class:ident $rare_pattern:literal
               [$($rare_operand:expr),*]
               $(+ $rare_suffixes:ident)? $(uses $rare_implicit:ident)?
               $rare_doc:literal $($rare_opaque:ident)? |$rare_x:ident, $rare_i:ident|
               $rare_body:expr; )*
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

            $($( $crate::row_function!([$($opaque)?] $isa $op |$x, $i| $body); )*)*
            $($( $crate::row_function!(
                [$($rare_opaque)?] $isa $rare_op |$rare_x, $rare_i| $rare_body
            ); )*)*
        }

        /// Runs the first of these instructions, or the run of them that is fused.
        #[inline(always)]
        #[expect(unreachable_patterns, reason = "the last arm names every number")]
        pub fn execute<L: $crate::observe::Listener, const RULES: u8>(
            cx: &mut $crate::run::Cx<'_, $isa, L, RULES>,
            insns: &$crate::run::Ahead,
        ) -> bool {
            let insn = &insns[0];
            match insn.handler {
                $($( handler::$op => run::$op(cx, insn), )*)*
                // The exact loop runs none of them.
                $( handler::$run if const { !L::EXACT } => run::$first(cx, insn)
                    && run::$second(cx, &insns[1])
                    $( && run::$third(cx, &insns[2]) )?, )*
                handler::Latch => run::Latch(cx, insn),
                $crate::code::RARE => match ((insn.imm() >> 24) as u8).wrapping_sub(1) {
                    $($( rare::$rare_op => run::$rare_op(cx, insn), )*)*
                    _ => cx.other(insn),
                },
                $crate::every_byte!() => cx.other(insn),
            }
        }

        /// Reads one instruction, which is not fused. Nothing is read of a word that no row has.
        pub fn read<X: $crate::reading::OpaqueRows<Isa = $isa>>(
            x: &mut X,
            insn: &$crate::isa::Insn,
        ) -> Option<X::Outcome> {
            Some(match insn.handler {
                $($( handler::$op => $crate::row_reading!([$($opaque)?] $op x insn), )*)*
                $crate::code::RARE => match ((insn.imm() >> 24) as u8).wrapping_sub(1) {
                    $($( rare::$rare_op =>
                        $crate::row_reading!([$($rare_opaque)?] $rare_op x insn), )*)*
                    _ => return None,
                },
                _ => return None,
            })
        }

        /// The handler that runs these in one go.
        pub fn fuse(first: u8, second: u8, third: u8) -> Option<u8> {
            // A tree of comparisons, not one for each run: every instruction that is decoded asks.
            Some(match (first, second, third) {
                $( (handler::$first, handler::$second, $crate::third_handler!($( $third )?)) => {
                    handler::$run
                } )*
                _ => return None,
            })
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

/// The pattern of the third handler of a fused run: any, if the run is a pair.
#[macro_export]
#[doc(hidden)]
macro_rules! third_handler {
    () => {
        _
    };
    ($third:ident) => {
        handler::$third
    };
}

/// A pattern of all numbers of a byte. The compiler makes a jump table of a `match` that has it
/// and asks for no range; `_` would have it ask.
#[macro_export]
#[doc(hidden)]
#[rustfmt::skip]
macro_rules! every_byte {
    () => {
            0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15
            | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31
            | 32 | 33 | 34 | 35 | 36 | 37 | 38 | 39 | 40 | 41 | 42 | 43 | 44 | 45 | 46 | 47
            | 48 | 49 | 50 | 51 | 52 | 53 | 54 | 55 | 56 | 57 | 58 | 59 | 60 | 61 | 62 | 63
            | 64 | 65 | 66 | 67 | 68 | 69 | 70 | 71 | 72 | 73 | 74 | 75 | 76 | 77 | 78 | 79
            | 80 | 81 | 82 | 83 | 84 | 85 | 86 | 87 | 88 | 89 | 90 | 91 | 92 | 93 | 94 | 95
            | 96 | 97 | 98 | 99 | 100 | 101 | 102 | 103 | 104 | 105 | 106 | 107 | 108 | 109 | 110 | 111
            | 112 | 113 | 114 | 115 | 116 | 117 | 118 | 119 | 120 | 121 | 122 | 123 | 124 | 125 | 126 | 127
            | 128 | 129 | 130 | 131 | 132 | 133 | 134 | 135 | 136 | 137 | 138 | 139 | 140 | 141 | 142 | 143
            | 144 | 145 | 146 | 147 | 148 | 149 | 150 | 151 | 152 | 153 | 154 | 155 | 156 | 157 | 158 | 159
            | 160 | 161 | 162 | 163 | 164 | 165 | 166 | 167 | 168 | 169 | 170 | 171 | 172 | 173 | 174 | 175
            | 176 | 177 | 178 | 179 | 180 | 181 | 182 | 183 | 184 | 185 | 186 | 187 | 188 | 189 | 190 | 191
            | 192 | 193 | 194 | 195 | 196 | 197 | 198 | 199 | 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207
            | 208 | 209 | 210 | 211 | 212 | 213 | 214 | 215 | 216 | 217 | 218 | 219 | 220 | 221 | 222 | 223
            | 224 | 225 | 226 | 227 | 228 | 229 | 230 | 231 | 232 | 233 | 234 | 235 | 236 | 237 | 238 | 239
            | 240 | 241 | 242 | 243 | 244 | 245 | 246 | 247 | 248 | 249 | 250 | 251 | 252 | 253 | 254 | 255
    };
}

/// The function of a row: for every reading, or for the machine alone if the row is opaque.
#[macro_export]
#[doc(hidden)]
macro_rules! row_function {
    ([] $isa:ident $op:ident |$x:ident, $i:ident| $body:expr) => {
        #[inline(always)]
        pub fn $op<X: $crate::reading::Reading<Isa = $isa>>(
            $x: &mut X,
            $i: &$crate::isa::Insn,
        ) -> X::Outcome {
            let outcome = $body;
            $crate::reading::Settle::settle(outcome, $x, $i)
        }
    };
    ([opaque] $isa:ident $op:ident |$x:ident, $i:ident| $body:expr) => {
        #[inline(always)]
        pub fn $op<L: $crate::observe::Listener, const RULES: u8>(
            $x: &mut $crate::run::Cx<'_, $isa, L, RULES>,
            $i: &$crate::isa::Insn,
        ) -> bool {
            let outcome = $body;
            $crate::reading::Settle::settle(outcome, $x, $i)
        }
    };
}

/// How a reading that is not the interpreter reads a row.
#[macro_export]
#[doc(hidden)]
macro_rules! row_reading {
    ([] $op:ident $x:ident $insn:ident) => {
        run::$op($x, $insn)
    };
    ([opaque] $op:ident $x:ident $insn:ident) => {
        $crate::reading::OpaqueRows::opaque($x, $insn)
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
