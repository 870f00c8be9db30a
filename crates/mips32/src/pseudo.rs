//! The pseudo-instructions, and the forms of real ones that need more than one instruction.
//!
//! Each line is one form: name, operand classes, the instructions it stands for, the settings
//! that have it, and a sentence for people. The assembler's `template` module defines the small
//! language of the classes and the expansions. Forms of one name are tried in order, after the
//! real instruction.
//!
//! Which form stands for a line depends on two settings. With delay slots, a branch inside an
//! expansion has a `nop` behind it. With all addresses below 32 KiB (`compact`), the address of a
//! label is one number.
//!
//! Those that SPIM expands in its own way are in `spim_pseudo`.

use crate::gnu_memory::GNU_MEMORY;
use crate::spim_pseudo::SPIM_PSEUDOS;
use machine::isa::{DialectSet, Pseudo};

use crate::pseudo_gnu;

/// Whatever the settings, in MARS and its relatives.
const ALWAYS: DialectSet = DialectSet(0x0fff);
/// In the language of MARS, whatever the settings.
const MARS: DialectSet = DialectSet(0b1111);
/// Without delay slots.
const PLAIN: DialectSet = DialectSet(0x0555);
/// With delay slots.
const DELAYED: DialectSet = DialectSet(0x0aaa);
/// The same in the language of MARS.
const MARS_PLAIN: DialectSet = DialectSet(0b0101);
const MARS_DELAYED: DialectSet = DialectSet(0b1010);
/// With all addresses below 32 KiB.
const COMPACT: DialectSet = DialectSet(0b1100);

/// The functions that expansions use, for people.
pub(crate) static FUNCTIONS: &[(&str, &str)] = &[
    ("%upper(x)", "the upper 16 bits of x"),
    ("%lower(x)", "the lower 16 bits of x, as an unsigned number"),
    (
        "%hi(x)",
        "the upper 16 bits of x, plus 1 if `%lo(x)` is negative, so that both together are x",
    ),
    ("%lo(x)", "the lower 16 bits of x, as a signed number"),
    ("%high(x)", "the upper 32 of the 64 bits of x"),
    ("%shamt(x)", "the lower 5 bits of x"),
    (
        "%skip(n)",
        "the place after the next n instructions of the expansion",
    ),
    (
        "%little(x)",
        "x if numbers have their lowest byte first, else 0",
    ),
    (
        "%big(x)",
        "x if numbers have their highest byte first, else 0",
    ),
];

pub(crate) const fn form(
    name: &'static str,
    operands: &'static str,
    expansion: &'static [&'static str],
    dialects: DialectSet,
    doc: &'static str,
) -> Pseudo {
    Pseudo {
        name,
        operands,
        expansion,
        without: None,
        dialects,
        doc,
    }
}

/// Both parts of a word near an address in a register. The offset of one is in the instruction; that
/// of the other, with what is added, may need more bits.
macro_rules! near_parts {
    ($first:literal 0 [$($middle:literal),*] $second:literal $at:tt [$($end:literal),*]) => {
        &[concat!($first, ", {offset}({base})"), $($middle,)*
          concat!("lui $at, %hi({offset}+", $at, ")"), "addu $at, $at, {base}",
          concat!($second, ", %lo({offset}+", $at, ")($at)"), $($end),*]
    };
    ($first:literal $at:tt [$($middle:literal),*] $second:literal 0 [$($end:literal),*]) => {
        &[concat!("lui $at, %hi({offset}+", $at, ")"), "addu $at, $at, {base}",
          concat!($first, ", %lo({offset}+", $at, ")($at)"), $($middle,)*
          concat!($second, ", {offset}({base})"), $($end),*]
    };
}

/// The whole table: single forms, and the families that differ in one instruction only.
macro_rules! forms {
    (
        single { $($name:literal $operands:literal => [$($expansion:literal),+] $set:ident $doc:literal;)* }
        by_value { $($value_name:literal: [$($value_step:literal),+] $value_doc:literal;)* }
        guarded { $($guarded:literal: $divide:literal, $result:literal, $guarded_doc:literal;)* }
        branches { $($branch:literal: [$($branch_step:literal),+] $branch_doc:literal;)* }
        memory { $($memory:literal $class:literal $memory_doc:literal;)* }
        halves { $($half:literal $half_class:literal $half_doc:literal;)* }
        aliases { $($alias:literal = $real:literal $alias_doc:literal;)* }
        parts { $($part:literal $part_class:literal:
            $first:literal $first_at:tt [$($middle:literal),*]
            $second:literal $second_at:tt [$($end:literal),*] $part_doc:literal;)* }
    ) => {
        &[
            $( form($name, $operands, &[$($expansion),+], $set, $doc), )*
            $(
                form($value_name, "rd:x, rs:x, imm:s16",
                    &["addi $at, $0, {imm}", $($value_step),+], MARS, $value_doc),
                form($value_name, "rd:x, rs:x, imm:s32",
                    &["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", $($value_step),+],
                    MARS, $value_doc),
            )*
            $(
                form($guarded, "rd:x, rs:x, rt:x",
                    &["bne {rt}, $0, %skip(1)", "break", concat!($divide, " {rs}, {rt}"), $result],
                    PLAIN, $guarded_doc),
                form($guarded, "rd:x, rs:x, rt:x",
                    &["bne {rt}, $0, %skip(2)", "sll $0, $0, 0", "break", concat!($divide, " {rs}, {rt}"), $result],
                    DELAYED, $guarded_doc),
                form($guarded, "rd:x, rs:x, imm:s16",
                    &["addi $at, $0, {imm}", concat!($divide, " {rs}, $at"), $result],
                    MARS, $guarded_doc),
                form($guarded, "rd:x, rs:x, imm:s32",
                    &["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})",
                      concat!($divide, " {rs}, $at"), $result],
                    MARS, $guarded_doc),
            )*
            $(
                form($branch, "rs:x, imm:s32, target:imm",
                    &["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", $($branch_step),+],
                    MARS, $branch_doc),
            )*
            $(
                form($memory, concat!("rt:", $class, ", address:s16"),
                    &[concat!($memory, " {rt}, {address}($0)")], ALWAYS, $memory_doc),
            )*
            $(
                form($half, concat!("rt:", $half_class, ", address:u16"),
                    &["ori $at, $0, {address}", concat!($half, " {rt}, 0($at)")], ALWAYS, $half_doc),
            )*
            $(
                form($memory, concat!("rt:", $class, ", address:s32"),
                    &["lui $at, %hi({address})", concat!($memory, " {rt}, %lo({address})($at)")],
                    ALWAYS, $memory_doc),
            )*
            $(
                form($half, concat!("rt:", $half_class, ", offset:u16, base:(x)"),
                    &["ori $at, $0, {offset}", "addu $at, $at, {base}",
                      concat!($half, " {rt}, 0($at)")],
                    ALWAYS, $half_doc),
            )*
            $(
                form($memory, concat!("rt:", $class, ", offset:s32, base:(x)"),
                    &["lui $at, %hi({offset})", "addu $at, $at, {base}",
                      concat!($memory, " {rt}, %lo({offset})($at)")],
                    ALWAYS, $memory_doc),
                form($memory, concat!("rt:", $class, ", symbol:label"),
                    &[concat!($memory, " {rt}, %lo({symbol})($0)")], COMPACT, $memory_doc),
                form($memory, concat!("rt:", $class, ", symbol:label, base:(x)"),
                    &[concat!($memory, " {rt}, %lo({symbol})({base})")], COMPACT, $memory_doc),
                form($memory, concat!("rt:", $class, ", symbol:sym"),
                    &["lui $at, %hi({symbol})", concat!($memory, " {rt}, %lo({symbol})($at)")],
                    ALWAYS, $memory_doc),
                form($memory, concat!("rt:", $class, ", symbol:sym, base:(x)"),
                    &["lui $at, %hi({symbol})", "addu $at, $at, {base}",
                      concat!($memory, " {rt}, %lo({symbol})($at)")],
                    ALWAYS, $memory_doc),
            )*
            $(
                form($alias, "rt:f, offset:s16, base:(x)",
                    &[concat!($real, " {rt}, {offset}({base})")], ALWAYS, $alias_doc),
                form($alias, "rt:f, base:(x)",
                    &[concat!($real, " {rt}, 0({base})")], ALWAYS, $alias_doc),
                form($alias, "rt:f, address:s16",
                    &[concat!($real, " {rt}, {address}($0)")], ALWAYS, $alias_doc),
                form($alias, "rt:f, address:s32",
                    &["lui $at, %hi({address})", concat!($real, " {rt}, %lo({address})($at)")],
                    ALWAYS, $alias_doc),
                form($alias, "rt:f, offset:s32, base:(x)",
                    &["lui $at, %hi({offset})", "addu $at, $at, {base}",
                      concat!($real, " {rt}, %lo({offset})($at)")],
                    ALWAYS, $alias_doc),
                form($alias, "rt:f, symbol:label",
                    &[concat!($real, " {rt}, %lo({symbol})($0)")], COMPACT, $alias_doc),
                form($alias, "rt:f, symbol:label, base:(x)",
                    &[concat!($real, " {rt}, %lo({symbol})({base})")], COMPACT, $alias_doc),
                form($alias, "rt:f, symbol:sym",
                    &["lui $at, %hi({symbol})", concat!($real, " {rt}, %lo({symbol})($at)")],
                    ALWAYS, $alias_doc),
                form($alias, "rt:f, symbol:sym, base:(x)",
                    &["lui $at, %hi({symbol})", "addu $at, $at, {base}",
                      concat!($real, " {rt}, %lo({symbol})($at)")],
                    ALWAYS, $alias_doc),
            )*
            $(
                form($part, concat!("rt:", $part_class, ", offset:s16, base:(x)"),
                    near_parts!($first $first_at [$($middle),*] $second $second_at [$($end),*]),
                    ALWAYS, $part_doc),
                form($part, concat!("rt:", $part_class, ", base:(x)"),
                    &[concat!($first, ", ", $first_at, "({base})"), $($middle,)*
                      concat!($second, ", ", $second_at, "({base})"), $($end),*],
                    ALWAYS, $part_doc),
                form($part, concat!("rt:", $part_class, ", address:imm"),
                    &[concat!("lui $at, %hi({address}+", $first_at, ")"),
                      concat!($first, ", %lo({address}+", $first_at, ")($at)"), $($middle,)*
                      concat!("lui $at, %hi({address}+", $second_at, ")"),
                      concat!($second, ", %lo({address}+", $second_at, ")($at)"), $($end),*],
                    ALWAYS, $part_doc),
                form($part, concat!("rt:", $part_class, ", offset:imm, base:(x)"),
                    &[concat!("lui $at, %hi({offset}+", $first_at, ")"), "addu $at, $at, {base}",
                      concat!($first, ", %lo({offset}+", $first_at, ")($at)"), $($middle,)*
                      concat!("lui $at, %hi({offset}+", $second_at, ")"), "addu $at, $at, {base}",
                      concat!($second, ", %lo({offset}+", $second_at, ")($at)"), $($end),*],
                    ALWAYS, $part_doc),
            )*
        ]
    };
}

/// The forms of all dialects.
pub(crate) static ALL: [Pseudo; RELATIVES.len() + GNU.len()] = pseudo_gnu::joined(&RELATIVES, &GNU);

/// The forms of MARS and its relatives, in the order in which they are tried.
#[expect(
    clippy::large_const_arrays,
    reason = "only a step to `ALL`: a static would be a second copy"
)]
const RELATIVES: [Pseudo; PSEUDOS.len() + SPIM_PSEUDOS.len()] =
    pseudo_gnu::joined(PSEUDOS, SPIM_PSEUDOS);

/// The forms of GNU as.
#[expect(
    clippy::large_const_arrays,
    reason = "only a step to `ALL`: a static would be a second copy"
)]
const GNU: [Pseudo; pseudo_gnu::PSEUDOS.len() + GNU_MEMORY.len()] =
    pseudo_gnu::joined(pseudo_gnu::PSEUDOS, GNU_MEMORY);

const PSEUDOS: &[Pseudo] = forms! {
    single {
        // Constants, addresses and moves.
        "nop" "" => ["sll $0, $0, 0"] ALWAYS "Does nothing.";
        "ssnop" "" => ["sll $0, $0, 1"] ALWAYS "Does nothing, alone in its cycle.";
        "ehb" "" => ["sll $0, $0, 3"] ALWAYS "Waits until changes to control registers take effect.";
        "move" "rd:x, rs:x" => ["addu {rd}, $0, {rs}"] ALWAYS "Copies a register.";
        "li" "rd:x, imm:s16" => ["addiu {rd}, $0, {imm}"] MARS "Loads a small number.";
        "li" "rd:x, imm:u16" => ["ori {rd}, $0, {imm}"] MARS "Loads a small unsigned number.";
        "li" "rd:x, imm:s32" => ["lui $at, %upper({imm})", "ori {rd}, $at, %lower({imm})"] MARS "Loads any 32-bit number.";
        "li.s" "fd:f, imm:f32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "mtc1 $at, {fd}"] MARS "Loads a float.";
        "li.d" "fd:f2, imm:f64" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "mtc1 $at, {fd}", "lui $at, %upper(%high({imm}))", "ori $at, $at, %lower(%high({imm}))", "mtc1 $at, {fd+1}"] MARS "Loads a double.";
        "la" "rd:x, base:(x)" => ["addi {rd}, {base}, 0"] ALWAYS "Copies an address.";
        "la" "rd:x, imm:s16" => ["addiu {rd}, $0, {imm}"] MARS "Loads an address.";
        "la" "rd:x, imm:u16" => ["ori {rd}, $0, {imm}"] MARS "Loads an address.";
        "la" "rd:x, imm:s32" => ["lui $at, %upper({imm})", "ori {rd}, $at, %lower({imm})"] MARS "Loads an address.";
        "la" "rd:x, offset:u16, base:(x)" => ["ori $at, $0, {offset}", "add {rd}, {base}, $at"] MARS "Adds a number to an address.";
        "la" "rd:x, offset:s32, base:(x)" => ["lui $at, %upper({offset})", "ori $at, $at, %lower({offset})", "add {rd}, {base}, $at"] MARS "Adds a number to an address.";
        "la" "rd:x, symbol:label" => ["addi {rd}, $0, %lo({symbol})"] COMPACT "Loads the address of a label.";
        "la" "rd:x, symbol:label, base:(x)" => ["addi {rd}, {base}, %lo({symbol})"] COMPACT "Adds a register to the address of a label.";
        "la" "rd:x, symbol:sym" => ["lui $at, %upper({symbol})", "ori {rd}, $at, %lower({symbol})"] MARS "Loads the address of a label.";
        "la" "rd:x, symbol:sym, base:(x)" => ["lui $at, %upper({symbol})", "ori $at, $at, %lower({symbol})", "add {rd}, {base}, $at"] MARS "Adds a register to the address of a label.";
        "mfc1.d" "rt:x2, fs:f2" => ["mfc1 {rt}, {fs}", "mfc1 {rt+1}, {fs+1}"] ALWAYS "Copies a double to two integer registers.";
        "mtc1.d" "rt:x2, fs:f2" => ["mtc1 {rt}, {fs}", "mtc1 {rt+1}, {fs+1}"] ALWAYS "Copies two integer registers to a double.";

        // Arithmetic and logic.
        "not" "rd:x, rs:x" => ["nor {rd}, {rs}, $0"] ALWAYS "Inverts every bit.";
        "neg" "rd:x, rs:x" => ["sub {rd}, $0, {rs}"] ALWAYS "Negates; the smallest number causes an overflow exception.";
        "negu" "rd:x, rs:x" => ["subu {rd}, $0, {rs}"] ALWAYS "Negates.";
        "abs" "rd:x, rs:x" => ["sra $at, {rs}, 31", "xor {rd}, $at, {rs}", "subu {rd}, {rd}, $at"] MARS "The absolute value.";
        "add" "rd:x, rs:x, imm:s16" => ["addi {rd}, {rs}, {imm}"] ALWAYS "Adds a number.";
        "add" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "add {rd}, {rs}, $at"] MARS "Adds a number.";
        "addu" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "addu {rd}, {rs}, $at"] MARS "Adds a number.";
        "addi" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "add {rd}, {rs}, $at"] MARS "Adds a number.";
        "addiu" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "addu {rd}, {rs}, $at"] MARS "Adds a number.";
        "subu" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "subu {rd}, {rs}, $at"] MARS "Subtracts a number.";
        "subiu" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "subu {rd}, {rs}, $at"] MARS "Subtracts a number.";
        "andi" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "and {rd}, {rs}, $at"] MARS "And with any number.";
        "ori" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "or {rd}, {rs}, $at"] MARS "Or with any number.";
        "xori" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "xor {rd}, {rs}, $at"] MARS "Exclusive or with any number.";
        "and" "rd:x, rs:x, imm:u16" => ["andi {rd}, {rs}, {imm}"] ALWAYS "And with a number.";
        "or" "rd:x, rs:x, imm:u16" => ["ori {rd}, {rs}, {imm}"] ALWAYS "Or with a number.";
        "xor" "rd:x, rs:x, imm:u16" => ["xori {rd}, {rs}, {imm}"] ALWAYS "Exclusive or with a number.";
        "and" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "and {rd}, {rs}, $at"] MARS "And with any number.";
        "or" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "or {rd}, {rs}, $at"] MARS "Or with any number.";
        "xor" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "xor {rd}, {rs}, $at"] MARS "Exclusive or with any number.";
        "and" "rd:x, imm:u16" => ["andi {rd}, {rd}, {imm}"] ALWAYS "And with a number, into the same register.";
        "or" "rd:x, imm:u16" => ["ori {rd}, {rd}, {imm}"] ALWAYS "Or with a number, into the same register.";
        "xor" "rd:x, imm:u16" => ["xori {rd}, {rd}, {imm}"] ALWAYS "Exclusive or with a number, into the same register.";
        "andi" "rd:x, imm:u16" => ["andi {rd}, {rd}, {imm}"] ALWAYS "And with a number, into the same register.";
        "ori" "rd:x, imm:u16" => ["ori {rd}, {rd}, {imm}"] ALWAYS "Or with a number, into the same register.";
        "xori" "rd:x, imm:u16" => ["xori {rd}, {rd}, {imm}"] ALWAYS "Exclusive or with a number, into the same register.";
        "andi" "rd:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "and {rd}, {rd}, $at"] MARS "And with any number, into the same register.";
        "ori" "rd:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "or {rd}, {rd}, $at"] MARS "Or with any number, into the same register.";
        "xori" "rd:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "xor {rd}, {rd}, $at"] MARS "Exclusive or with any number, into the same register.";
        "rol" "rd:x, rs:x, rt:x" => ["subu $at, $0, {rt}", "srlv $at, {rs}, $at", "sllv {rd}, {rs}, {rt}", "or {rd}, {rd}, $at"] ALWAYS "Rotates left.";
        "rol" "rd:x, rs:x, imm:u5" => ["srl $at, {rs}, %shamt(32-{imm})", "sll {rd}, {rs}, {imm}", "or {rd}, {rd}, $at"] ALWAYS "Rotates left by a number of bits.";
        "ror" "rd:x, rs:x, rt:x" => ["subu $at, $0, {rt}", "sllv $at, {rs}, $at", "srlv {rd}, {rs}, {rt}", "or {rd}, {rd}, $at"] ALWAYS "Rotates right.";
        "ror" "rd:x, rs:x, imm:u5" => ["sll $at, {rs}, %shamt(32-{imm})", "srl {rd}, {rs}, {imm}", "or {rd}, {rd}, $at"] ALWAYS "Rotates right by a number of bits.";

        // Products.
        "mulu" "rd:x, rs:x, rt:x" => ["multu {rs}, {rt}", "mflo {rd}"] ALWAYS "The low 32 bits of an unsigned product.";
        "mulo" "rd:x, rs:x, rt:x" => ["mult {rs}, {rt}", "mfhi $at", "mflo {rd}", "sra {rd}, {rd}, 31", "beq $at, {rd}, %skip(1)", "break", "mflo {rd}"] PLAIN "The product; causes a break exception if it does not fit.";
        "mulo" "rd:x, rs:x, rt:x" => ["mult {rs}, {rt}", "mfhi $at", "mflo {rd}", "sra {rd}, {rd}, 31", "beq $at, {rd}, %skip(2)", "sll $0, $0, 0", "break", "mflo {rd}"] DELAYED "The product; causes a break exception if it does not fit.";
        "mulo" "rd:x, rs:x, imm:s16" => ["addi $at, $0, {imm}", "mult {rs}, $at", "mfhi $at", "mflo {rd}", "sra {rd}, {rd}, 31", "beq $at, {rd}, %skip(1)", "break", "mflo {rd}"] MARS_PLAIN "The product; causes a break exception if it does not fit.";
        "mulo" "rd:x, rs:x, imm:s16" => ["addi $at, $0, {imm}", "mult {rs}, $at", "mfhi $at", "mflo {rd}", "sra {rd}, {rd}, 31", "beq $at, {rd}, %skip(2)", "sll $0, $0, 0", "break", "mflo {rd}"] MARS_DELAYED "The product; causes a break exception if it does not fit.";
        "mulo" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "mult {rs}, $at", "mfhi $at", "mflo {rd}", "sra {rd}, {rd}, 31", "beq $at, {rd}, %skip(1)", "break", "mflo {rd}"] MARS_PLAIN "The product; causes a break exception if it does not fit.";
        "mulo" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "mult {rs}, $at", "mfhi $at", "mflo {rd}", "sra {rd}, {rd}, 31", "beq $at, {rd}, %skip(2)", "sll $0, $0, 0", "break", "mflo {rd}"] MARS_DELAYED "The product; causes a break exception if it does not fit.";
        "mulou" "rd:x, rs:x, rt:x" => ["multu {rs}, {rt}", "mfhi $at", "beq $at, $0, %skip(1)", "break", "mflo {rd}"] PLAIN "The unsigned product; causes a break exception if it does not fit.";
        "mulou" "rd:x, rs:x, rt:x" => ["multu {rs}, {rt}", "mfhi $at", "beq $at, $0, %skip(2)", "sll $0, $0, 0", "break", "mflo {rd}"] DELAYED "The unsigned product; causes a break exception if it does not fit.";
        "mulou" "rd:x, rs:x, imm:s16" => ["addi $at, $0, {imm}", "multu {rs}, $at", "mfhi $at", "beq $at, $0, %skip(1)", "break", "mflo {rd}"] MARS_PLAIN "The unsigned product; causes a break exception if it does not fit.";
        "mulou" "rd:x, rs:x, imm:s16" => ["addi $at, $0, {imm}", "multu {rs}, $at", "mfhi $at", "beq $at, $0, %skip(2)", "sll $0, $0, 0", "break", "mflo {rd}"] MARS_DELAYED "The unsigned product; causes a break exception if it does not fit.";
        "mulou" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "multu {rs}, $at", "mfhi $at", "beq $at, $0, %skip(1)", "break", "mflo {rd}"] MARS_PLAIN "The unsigned product; causes a break exception if it does not fit.";
        "mulou" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "multu {rs}, $at", "mfhi $at", "beq $at, $0, %skip(2)", "sll $0, $0, 0", "break", "mflo {rd}"] MARS_DELAYED "The unsigned product; causes a break exception if it does not fit.";

        // Comparisons of registers.
        "seq" "rd:x, rs:x, rt:x" => ["subu {rd}, {rs}, {rt}", "ori $at, $0, 1", "sltu {rd}, {rd}, $at"] MARS "1 if equal, else 0.";
        "sne" "rd:x, rs:x, rt:x" => ["subu {rd}, {rs}, {rt}", "sltu {rd}, $0, {rd}"] MARS "1 if not equal, else 0.";
        "sge" "rd:x, rs:x, rt:x" => ["slt {rd}, {rs}, {rt}", "ori $at, $0, 1", "subu {rd}, $at, {rd}"] MARS "1 if greater than or equal, else 0.";
        "sgeu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rs}, {rt}", "ori $at, $0, 1", "subu {rd}, $at, {rd}"] MARS "1 if greater than or equal, unsigned, else 0.";
        "sgt" "rd:x, rs:x, rt:x" => ["slt {rd}, {rt}, {rs}"] ALWAYS "1 if greater than, else 0.";
        "sgtu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rt}, {rs}"] ALWAYS "1 if greater than, unsigned, else 0.";
        "sle" "rd:x, rs:x, rt:x" => ["slt {rd}, {rt}, {rs}", "ori $at, $0, 1", "subu {rd}, $at, {rd}"] MARS "1 if less than or equal, else 0.";
        "sleu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rt}, {rs}", "ori $at, $0, 1", "subu {rd}, $at, {rd}"] MARS "1 if less than or equal, unsigned, else 0.";

        // Branches that compare registers, or a register with a small number.
        "b" "target:imm" => ["bgez $0, {target}"] ALWAYS "Branches.";
        "bal" "target:imm" => ["bgezal $0, {target}"] ALWAYS "Calls a near function.";
        "beqz" "rs:x, target:imm" => ["beq {rs}, $0, {target}"] ALWAYS "Branches if zero.";
        "bnez" "rs:x, target:imm" => ["bne {rs}, $0, {target}"] ALWAYS "Branches if not zero.";
        "beq" "rs:x, imm:s16, target:imm" => ["addi $at, $0, {imm}", "beq $at, {rs}, {target}"] MARS "Branches if equal to a number.";
        "bne" "rs:x, imm:s16, target:imm" => ["addi $at, $0, {imm}", "bne $at, {rs}, {target}"] MARS "Branches if not equal to a number.";
        "bge" "rs:x, rt:x, target:imm" => ["slt $at, {rs}, {rt}", "beq $at, $0, {target}"] ALWAYS "Branches if greater than or equal.";
        "bge" "rs:x, imm:s16, target:imm" => ["slti $at, {rs}, {imm}", "beq $at, $0, {target}"] ALWAYS "Branches if greater than or equal to a number.";
        "bgeu" "rs:x, rt:x, target:imm" => ["sltu $at, {rs}, {rt}", "beq $at, $0, {target}"] ALWAYS "Branches if greater than or equal, unsigned.";
        "bgeu" "rs:x, imm:s16, target:imm" => ["sltiu $at, {rs}, {imm}", "beq $at, $0, {target}"] ALWAYS "Branches if greater than or equal to a number, unsigned.";
        "bgt" "rs:x, rt:x, target:imm" => ["slt $at, {rt}, {rs}", "bne $at, $0, {target}"] ALWAYS "Branches if greater than.";
        "bgt" "rs:x, imm:s16, target:imm" => ["addi $at, $0, {imm}", "slt $at, $at, {rs}", "bne $at, $0, {target}"] MARS "Branches if greater than a number.";
        "bgt" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm}+1)", "ori $at, $at, %lower({imm}+1)", "slt $at, {rs}, $at", "beq $at, $0, {target}"] MARS "Branches if greater than a number.";
        "bgtu" "rs:x, rt:x, target:imm" => ["sltu $at, {rt}, {rs}", "bne $at, $0, {target}"] ALWAYS "Branches if greater than, unsigned.";
        "bgtu" "rs:x, imm:s16, target:imm" => ["addi $at, $0, {imm}", "sltu $at, $at, {rs}", "bne $at, $0, {target}"] MARS "Branches if greater than a number, unsigned.";
        "ble" "rs:x, rt:x, target:imm" => ["slt $at, {rt}, {rs}", "beq $at, $0, {target}"] ALWAYS "Branches if less than or equal.";
        "ble" "rs:x, imm:s16, target:imm" => ["addi $at, {rs}, -1", "slti $at, $at, {imm}", "bne $at, $0, {target}"] MARS "Branches if less than or equal to a number.";
        "ble" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm}+1)", "ori $at, $at, %lower({imm}+1)", "slt $at, {rs}, $at", "bne $at, $0, {target}"] MARS "Branches if less than or equal to a number.";
        "bleu" "rs:x, rt:x, target:imm" => ["sltu $at, {rt}, {rs}", "beq $at, $0, {target}"] ALWAYS "Branches if less than or equal, unsigned.";
        "bleu" "rs:x, imm:s16, target:imm" => ["addi $at, $0, {imm}", "sltu $at, $at, {rs}", "beq $at, $0, {target}"] MARS "Branches if less than or equal to a number, unsigned.";
        "blt" "rs:x, rt:x, target:imm" => ["slt $at, {rs}, {rt}", "bne $at, $0, {target}"] ALWAYS "Branches if less than.";
        "blt" "rs:x, imm:s16, target:imm" => ["slti $at, {rs}, {imm}", "bne $at, $0, {target}"] ALWAYS "Branches if less than a number.";
        "bltu" "rs:x, rt:x, target:imm" => ["sltu $at, {rs}, {rt}", "bne $at, $0, {target}"] ALWAYS "Branches if less than, unsigned.";
        "bltu" "rs:x, imm:s16, target:imm" => ["sltiu $at, {rs}, {imm}", "bne $at, $0, {target}"] ALWAYS "Branches if less than a number, unsigned.";
    }
    // With a number: it is loaded into `$at` first.
    by_value {
        "sub": ["sub {rd}, {rs}, $at"] "Subtracts a number.";
        "subi": ["sub {rd}, {rs}, $at"] "Subtracts a number.";
        "mul": ["mul {rd}, {rs}, $at"] "Multiplies by a number.";
        "mulu": ["multu {rs}, $at", "mflo {rd}"] "The low 32 bits of an unsigned product.";
        "seq": ["subu {rd}, {rs}, $at", "ori $at, $0, 1", "sltu {rd}, {rd}, $at"] "1 if equal to a number, else 0.";
        "sne": ["subu {rd}, {rs}, $at", "sltu {rd}, $0, {rd}"] "1 if not equal to a number, else 0.";
        "sge": ["slt {rd}, {rs}, $at", "ori $at, $0, 1", "subu {rd}, $at, {rd}"] "1 if greater than or equal to a number, else 0.";
        "sgeu": ["sltu {rd}, {rs}, $at", "ori $at, $0, 1", "subu {rd}, $at, {rd}"] "1 if greater than or equal to a number, unsigned, else 0.";
        "sgt": ["slt {rd}, $at, {rs}"] "1 if greater than a number, else 0.";
        "sgtu": ["sltu {rd}, $at, {rs}"] "1 if greater than a number, unsigned, else 0.";
        "sle": ["slt {rd}, $at, {rs}", "ori $at, $0, 1", "subu {rd}, $at, {rd}"] "1 if less than or equal to a number, else 0.";
        "sleu": ["sltu {rd}, $at, {rs}", "ori $at, $0, 1", "subu {rd}, $at, {rd}"] "1 if less than or equal to a number, unsigned, else 0.";
    }
    // Divisions: those by a register stop at zero.
    guarded {
        "div": "div", "mflo {rd}", "The quotient; division by zero causes a break exception.";
        "divu": "divu", "mflo {rd}", "The unsigned quotient; division by zero causes a break exception.";
        "rem": "div", "mfhi {rd}", "The remainder; division by zero causes a break exception.";
        "remu": "divu", "mfhi {rd}", "The unsigned remainder; division by zero causes a break exception.";
    }
    // Branches that compare with a large number.
    branches {
        "beq": ["beq $at, {rs}, {target}"] "Branches if equal to a number.";
        "bne": ["bne $at, {rs}, {target}"] "Branches if not equal to a number.";
        "bge": ["slt $at, {rs}, $at", "beq $at, $0, {target}"] "Branches if greater than or equal to a number.";
        "bgeu": ["sltu $at, {rs}, $at", "beq $at, $0, {target}"] "Branches if greater than or equal to a number, unsigned.";
        "bgtu": ["sltu $at, $at, {rs}", "bne $at, $0, {target}"] "Branches if greater than a number, unsigned.";
        "bleu": ["sltu $at, $at, {rs}", "beq $at, $0, {target}"] "Branches if less than or equal to a number, unsigned.";
        "blt": ["slt $at, {rs}, $at", "bne $at, $0, {target}"] "Branches if less than a number.";
        "bltu": ["sltu $at, {rs}, $at", "bne $at, $0, {target}"] "Branches if less than a number, unsigned.";
    }
    // Loads and stores at any address.
    memory {
        "lw" "x" "Loads a word."; "sw" "x" "Stores a word.";
        "lh" "x" "Loads a half-word."; "sh" "x" "Stores a half-word.";
        "lb" "x" "Loads a byte."; "sb" "x" "Stores a byte.";
        "lhu" "x" "Loads an unsigned half-word."; "lbu" "x" "Loads an unsigned byte.";
        "lwl" "x" "Loads the left part of a word."; "swl" "x" "Stores the left part of a word.";
        "lwr" "x" "Loads the right part of a word."; "swr" "x" "Stores the right part of a word.";
        "ll" "x" "Loads a word for `sc`."; "sc" "x" "Stores a word after `ll`.";
        "lwc1" "f" "Loads a float."; "swc1" "f" "Stores a float.";
        "ldc1" "f" "Loads a double."; "sdc1" "f" "Stores a double.";
    }
    // The same at addresses and distances from 32768 to 65535.
    halves {
        "lw" "x" "Loads a word."; "sw" "x" "Stores a word.";
        "lh" "x" "Loads a half-word."; "sh" "x" "Stores a half-word.";
        "lb" "x" "Loads a byte."; "sb" "x" "Stores a byte.";
        "lhu" "x" "Loads an unsigned half-word."; "lbu" "x" "Loads an unsigned byte.";
        "lwl" "x" "Loads the left part of a word."; "swl" "x" "Stores the left part of a word.";
        "lwr" "x" "Loads the right part of a word."; "swr" "x" "Stores the right part of a word.";
        "ll" "x" "Loads a word for `sc`."; "sc" "x" "Stores a word after `ll`.";
    }
    aliases {
        "l.s" = "lwc1" "Loads a float."; "s.s" = "swc1" "Stores a float.";
        "l.d" = "ldc1" "Loads a double."; "s.d" = "sdc1" "Stores a double.";
    }
    // Words and half-words that are not aligned, and pairs of words.
    parts {
        "ulw" "x": "lwl {rt}" 3 [] "lwr {rt}" 0 [] "Loads a word from any address.";
        "usw" "x": "swl {rt}" 3 [] "swr {rt}" 0 [] "Stores a word at any address.";
        "ulh" "x": "lb {rt}" 1 [] "lbu $at" 0 ["sll {rt}, {rt}, 8", "or {rt}, {rt}, $at"] "Loads a half-word from any address.";
        "ulhu" "x": "lbu {rt}" 1 [] "lbu $at" 0 ["sll {rt}, {rt}, 8", "or {rt}, {rt}, $at"] "Loads an unsigned half-word from any address.";
        "ush" "x": "sb {rt}" 0 ["sll $at, {rt}, 24", "srl {rt}, {rt}, 8", "or {rt}, {rt}, $at"] "sb {rt}" 1 ["srl $at, {rt}, 24", "sll {rt}, {rt}, 8", "or {rt}, {rt}, $at"] "Stores a half-word at any address.";
        "ld" "x2": "lw {rt}" 0 [] "lw {rt+1}" 4 [] "Loads two words into two registers.";
        "sd" "x2": "sw {rt}" 0 [] "sw {rt+1}" 4 [] "Stores two registers as two words.";
    }
};
