//! The pseudo-instructions that SPIM expands in its own way, and those that mipsy adds: see `pseudo`.
//!
//! SPIM loads a number into `$at` with as few instructions as it can, and compares with branches. Where
//! its expansions do not work (with delay slots), those here do.

use crate::pseudo::form;
use machine::isa::{DialectSet, Pseudo};

/// In the languages of SPIM and mipsy, whatever the settings.
const SPIM: DialectSet = DialectSet(0x0ff0);
/// Without delay slots.
const PLAIN: DialectSet = DialectSet(0x0550);
/// With delay slots.
const DELAYED: DialectSet = DialectSet(0x0aa0);
/// In the language of mipsy only.
const MIPSY: DialectSet = DialectSet(0x0f00);

macro_rules! forms {
    (
        single { $($name:literal $operands:literal => [$($expansion:literal),+] $set:ident $doc:literal;)* }
        by_value { $($value:literal $value_operands:tt: [$($step:literal),+] $value_set:ident $value_doc:literal;)* }
        more { $($last:literal $last_operands:literal => [$($last_step:literal),+] $last_set:ident $last_doc:literal;)* }
    ) => {
        &[
            $( form($name, $operands, &[$($expansion),+], $set, $doc), )*
            $(
                form($value, concat_operands!($value_operands, "u16"),
                    &["ori $at, $0, {imm}", $($step),+], $value_set, $value_doc),
                form($value, concat_operands!($value_operands, "page"),
                    &["lui $at, %upper({imm})", $($step),+], $value_set, $value_doc),
                form($value, concat_operands!($value_operands, "s32"),
                    &["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", $($step),+],
                    $value_set, $value_doc),
            )*
            $( form($last, $last_operands, &[$($last_step),+], $last_set, $last_doc), )*
        ]
    };
}

/// Where the number is among the operands, with its class.
macro_rules! concat_operands {
    ("number", $class:literal) => {
        concat!("rd:x, rs:x, imm:", $class)
    };
    ("same", $class:literal) => {
        concat!("rd:x, imm:", $class)
    };
    ("branch", $class:literal) => {
        concat!("rs:x, imm:", $class, ", target:imm")
    };
    ("address", $class:literal) => {
        concat!("rd:x, imm:", $class, ", base:(x)")
    };
}

/// All of them, in the order in which they are tried.
pub(crate) const SPIM_PSEUDOS: &[Pseudo] = forms! {
    single {
        // Numbers and addresses.
        "li" "rd:x, imm:u16" => ["ori {rd}, $0, {imm}"] SPIM "Loads a small unsigned number.";
        "li" "rd:x, imm:page" => ["lui {rd}, %upper({imm})"] SPIM "Loads a number whose lower half is zero.";
        "li" "rd:x, imm:s32" => ["lui $at, %upper({imm})", "ori {rd}, $at, %lower({imm})"] SPIM "Loads any 32-bit number.";
        "la" "rd:x, imm:u16" => ["ori {rd}, $0, {imm}"] SPIM "Loads an address.";
        "la" "rd:x, imm:page" => ["lui {rd}, %upper({imm})"] SPIM "Loads an address whose lower half is zero.";
        "la" "rd:x, imm:s32" => ["lui $at, %upper({imm})", "ori {rd}, $at, %lower({imm})"] SPIM "Loads an address.";
        "la" "rd:x, symbol:sym" => ["lui $at, %upper({symbol})", "ori {rd}, $at, %lower({symbol})"] SPIM "Loads the address of a label.";
        "la" "rd:x, imm:s16, base:(x)" => ["addi {rd}, {base}, {imm}"] SPIM "Adds a number to an address.";
        "li.s" "fd:f, imm:round32" => ["lui $at, %upper({imm})", "mtc1 $at, {fd}"] SPIM "Loads a float whose lower half is zero.";
        "li.s" "fd:f, imm:f32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "mtc1 $at, {fd}"] SPIM "Loads a float.";
        "li.d" "fd:f2, imm:round64" => ["ori $at, $0, 0", "mtc1 $at, {fd}", "lui $at, %upper(%high({imm}))", "mtc1 $at, {fd+1}"] SPIM "Loads a double of which only the first 16 bits are set.";
        "li.d" "fd:f2, imm:f64" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "mtc1 $at, {fd}", "lui $at, %upper(%high({imm}))", "ori $at, $at, %lower(%high({imm}))", "mtc1 $at, {fd+1}"] SPIM "Loads a double.";

        // Jumps and shifts by a register.
        "j" "target:x" => ["jr {target}"] SPIM "Jumps to an address in a register.";
        "jal" "target:x" => ["jalr {target}"] SPIM "Calls a function whose address is in a register.";
        "sll" "rd:x, rs:x, rt:x" => ["sllv {rd}, {rs}, {rt}"] SPIM "Shifts left by a register.";
        "srl" "rd:x, rs:x, rt:x" => ["srlv {rd}, {rs}, {rt}"] SPIM "Shifts right by a register.";
        "sra" "rd:x, rs:x, rt:x" => ["srav {rd}, {rs}, {rt}"] SPIM "Shifts right by a register, with the sign.";

        // Arithmetic.
        "abs" "rd:x, rs:x" => ["addu {rd}, $0, {rs}", "bgez {rs}, %skip(1)", "sub {rd}, $0, {rs}"] PLAIN "The absolute value.";
        "abs" "rd:x, rs:x" => ["sra $at, {rs}, 31", "xor {rd}, $at, {rs}", "subu {rd}, {rd}, $at"] DELAYED "The absolute value.";
        "addu" "rd:x, rs:x, imm:s16" => ["addiu {rd}, {rs}, {imm}"] SPIM "Adds a number.";
        "sub" "rd:x, rs:x, imm:s16" => ["addi {rd}, {rs}, 0-{imm}"] SPIM "Subtracts a number.";
        "sub" "rd:x, rs:x, imm:s32" => ["lui $at, %upper(0-{imm})", "ori $at, $at, %lower(0-{imm})", "add {rd}, {rs}, $at"] SPIM "Subtracts a number.";
        "subu" "rd:x, rs:x, imm:s16" => ["addiu {rd}, {rs}, 0-{imm}"] SPIM "Subtracts a number.";
        "subu" "rd:x, rs:x, imm:s32" => ["lui $at, %upper(0-{imm})", "ori $at, $at, %lower(0-{imm})", "addu {rd}, {rs}, $at"] SPIM "Subtracts a number.";
        "slt" "rd:x, rs:x, imm:s16" => ["slti {rd}, {rs}, {imm}"] SPIM "1 if less than a number, else 0.";
        "sltu" "rd:x, rs:x, imm:s16" => ["sltiu {rd}, {rs}, {imm}"] SPIM "1 if less than a number, unsigned, else 0.";
        "add" "rd:x, imm:s16" => ["addi {rd}, {rd}, {imm}"] SPIM "Adds a number, into the same register.";
        "addi" "rd:x, imm:s16" => ["addi {rd}, {rd}, {imm}"] SPIM "Adds a number, into the same register.";
        "addu" "rd:x, imm:s16" => ["addiu {rd}, {rd}, {imm}"] SPIM "Adds a number, into the same register.";
        "addiu" "rd:x, imm:s16" => ["addiu {rd}, {rd}, {imm}"] SPIM "Adds a number, into the same register.";
        "sub" "rd:x, imm:s16" => ["addi {rd}, {rd}, 0-{imm}"] SPIM "Subtracts a number, from the same register.";
        "sub" "rd:x, imm:s32" => ["lui $at, %upper(0-{imm})", "ori $at, $at, %lower(0-{imm})", "add {rd}, {rd}, $at"] SPIM "Subtracts a number, from the same register.";
        "subu" "rd:x, imm:s16" => ["addiu {rd}, {rd}, 0-{imm}"] SPIM "Subtracts a number, from the same register.";
        "subu" "rd:x, imm:s32" => ["lui $at, %upper(0-{imm})", "ori $at, $at, %lower(0-{imm})", "addu {rd}, {rd}, $at"] SPIM "Subtracts a number, from the same register.";
        "slt" "rd:x, imm:s16" => ["slti {rd}, {rd}, {imm}"] SPIM "1 if it is less than a number, else 0.";
        "slti" "rd:x, imm:s16" => ["slti {rd}, {rd}, {imm}"] SPIM "1 if it is less than a number, else 0.";
        "sltu" "rd:x, imm:s16" => ["sltiu {rd}, {rd}, {imm}"] SPIM "1 if it is less than a number, unsigned, else 0.";
        "sltiu" "rd:x, imm:s16" => ["sltiu {rd}, {rd}, {imm}"] SPIM "1 if it is less than a number, unsigned, else 0.";

        // Comparisons of registers.
        "seq" "rd:x, rs:x, rt:x" => ["beq {rt}, {rs}, %skip(2)", "ori {rd}, $0, 0", "beq $0, $0, %skip(1)", "ori {rd}, $0, 1"] PLAIN "1 if equal, else 0.";
        "sne" "rd:x, rs:x, rt:x" => ["beq {rt}, {rs}, %skip(2)", "ori {rd}, $0, 1", "beq $0, $0, %skip(1)", "ori {rd}, $0, 0"] PLAIN "1 if not equal, else 0.";
        "sge" "rd:x, rs:x, rt:x" => ["bne {rt}, {rs}, %skip(2)", "ori {rd}, $0, 1", "beq $0, $0, %skip(1)", "slt {rd}, {rt}, {rs}"] PLAIN "1 if greater than or equal, else 0.";
        "sgeu" "rd:x, rs:x, rt:x" => ["bne {rt}, {rs}, %skip(2)", "ori {rd}, $0, 1", "beq $0, $0, %skip(1)", "sltu {rd}, {rt}, {rs}"] PLAIN "1 if greater than or equal, unsigned, else 0.";
        "sle" "rd:x, rs:x, rt:x" => ["bne {rt}, {rs}, %skip(2)", "ori {rd}, $0, 1", "beq $0, $0, %skip(1)", "slt {rd}, {rs}, {rt}"] PLAIN "1 if less than or equal, else 0.";
        "sleu" "rd:x, rs:x, rt:x" => ["bne {rt}, {rs}, %skip(2)", "ori {rd}, $0, 1", "beq $0, $0, %skip(1)", "sltu {rd}, {rs}, {rt}"] PLAIN "1 if less than or equal, unsigned, else 0.";
        "seq" "rd:x, rs:x, rt:x" => ["subu {rd}, {rs}, {rt}", "sltiu {rd}, {rd}, 1"] DELAYED "1 if equal, else 0.";
        "sne" "rd:x, rs:x, rt:x" => ["subu {rd}, {rs}, {rt}", "sltu {rd}, $0, {rd}"] DELAYED "1 if not equal, else 0.";
        "sge" "rd:x, rs:x, rt:x" => ["slt {rd}, {rs}, {rt}", "xori {rd}, {rd}, 1"] DELAYED "1 if greater than or equal, else 0.";
        "sgeu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rs}, {rt}", "xori {rd}, {rd}, 1"] DELAYED "1 if greater than or equal, unsigned, else 0.";
        "sle" "rd:x, rs:x, rt:x" => ["slt {rd}, {rt}, {rs}", "xori {rd}, {rd}, 1"] DELAYED "1 if less than or equal, else 0.";
        "sleu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rt}, {rs}", "xori {rd}, {rd}, 1"] DELAYED "1 if less than or equal, unsigned, else 0.";

        // Branches that compare with a small number.
        "beq" "rs:x, imm:u0, target:imm" => ["beq $0, {rs}, {target}"] SPIM "Branches if zero.";
        "bne" "rs:x, imm:u0, target:imm" => ["bne $0, {rs}, {target}"] SPIM "Branches if not zero.";
        "bgt" "rs:x, imm:s15, target:imm" => ["slti $at, {rs}, {imm}+1", "beq $at, $0, {target}"] SPIM "Branches if greater than a number.";
        "bgt" "rs:x, imm:u15, target:imm" => ["ori $at, $0, {imm}+1", "slt $at, {rs}, $at", "beq $at, $0, {target}"] SPIM "Branches if greater than a number.";
        "bgt" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm}+1)", "ori $at, $at, %lower({imm}+1)", "slt $at, {rs}, $at", "beq $at, $0, {target}"] SPIM "Branches if greater than a number.";
        "ble" "rs:x, imm:s15, target:imm" => ["slti $at, {rs}, {imm}+1", "bne $at, $0, {target}"] SPIM "Branches if less than or equal to a number.";
        "ble" "rs:x, imm:u15, target:imm" => ["ori $at, $0, {imm}+1", "slt $at, {rs}, $at", "bne $at, $0, {target}"] SPIM "Branches if less than or equal to a number.";
        "ble" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm}+1)", "ori $at, $at, %lower({imm}+1)", "slt $at, {rs}, $at", "bne $at, $0, {target}"] SPIM "Branches if less than or equal to a number.";
    }
    // With a number that is loaded into `$at` first.
    by_value {
        "add" "number": ["add {rd}, {rs}, $at"] SPIM "Adds a number.";
        "addu" "number": ["addu {rd}, {rs}, $at"] SPIM "Adds a number.";
        "and" "number": ["and {rd}, {rs}, $at"] SPIM "And with any number.";
        "or" "number": ["or {rd}, {rs}, $at"] SPIM "Or with any number.";
        "xor" "number": ["xor {rd}, {rs}, $at"] SPIM "Exclusive or with any number.";
        "nor" "number": ["nor {rd}, {rs}, $at"] SPIM "Or with a number, inverted.";
        "slt" "number": ["slt {rd}, {rs}, $at"] SPIM "1 if less than a number, else 0.";
        "sltu" "number": ["sltu {rd}, {rs}, $at"] SPIM "1 if less than a number, unsigned, else 0.";
        "add" "same": ["add {rd}, {rd}, $at"] SPIM "Adds a number, into the same register.";
        "addu" "same": ["addu {rd}, {rd}, $at"] SPIM "Adds a number, into the same register.";
        "and" "same": ["and {rd}, {rd}, $at"] SPIM "And with any number, into the same register.";
        "or" "same": ["or {rd}, {rd}, $at"] SPIM "Or with any number, into the same register.";
        "xor" "same": ["xor {rd}, {rd}, $at"] SPIM "Exclusive or with any number, into the same register.";
        "slt" "same": ["slt {rd}, {rd}, $at"] SPIM "1 if it is less than a number, else 0.";
        "sltu" "same": ["sltu {rd}, {rd}, $at"] SPIM "1 if it is less than a number, unsigned, else 0.";
        "nor" "same": ["nor {rd}, {rd}, $at"] SPIM "Or with a number, inverted, into the same register.";
        "la" "address": ["add {rd}, {base}, $at"] SPIM "Adds a register to an address.";
        "mul" "number": ["mul {rd}, {rs}, $at"] SPIM "Multiplies by a number.";
        "mulo" "number": ["mult {rs}, $at", "mfhi $at", "mflo {rd}", "sra {rd}, {rd}, 31", "beq $at, {rd}, %skip(1)", "break", "mflo {rd}"] PLAIN "The product; causes a break exception if it does not fit.";
        "mulo" "number": ["mult {rs}, $at", "mfhi $at", "mflo {rd}", "sra {rd}, {rd}, 31", "beq $at, {rd}, %skip(2)", "sll $0, $0, 0", "break", "mflo {rd}"] DELAYED "The product; causes a break exception if it does not fit.";
        "mulou" "number": ["multu {rs}, $at", "mfhi $at", "beq $at, $0, %skip(1)", "break", "mflo {rd}"] PLAIN "The unsigned product; causes a break exception if it does not fit.";
        "mulou" "number": ["multu {rs}, $at", "mfhi $at", "beq $at, $0, %skip(2)", "sll $0, $0, 0", "break", "mflo {rd}"] DELAYED "The unsigned product; causes a break exception if it does not fit.";
        "div" "number": ["div {rs}, $at", "mflo {rd}"] SPIM "The quotient by a number.";
        "divu" "number": ["divu {rs}, $at", "mflo {rd}"] SPIM "The unsigned quotient by a number.";
        "rem" "number": ["div {rs}, $at", "mfhi {rd}"] SPIM "The remainder by a number.";
        "remu" "number": ["divu {rs}, $at", "mfhi {rd}"] SPIM "The unsigned remainder by a number.";
        "seq" "number": ["beq $at, {rs}, %skip(2)", "ori {rd}, $0, 0", "beq $0, $0, %skip(1)", "ori {rd}, $0, 1"] PLAIN "1 if equal to a number, else 0.";
        "sne" "number": ["beq $at, {rs}, %skip(2)", "ori {rd}, $0, 1", "beq $0, $0, %skip(1)", "ori {rd}, $0, 0"] PLAIN "1 if not equal to a number, else 0.";
        "sge" "number": ["bne $at, {rs}, %skip(2)", "ori {rd}, $0, 1", "beq $0, $0, %skip(1)", "slt {rd}, $at, {rs}"] PLAIN "1 if greater than or equal to a number, else 0.";
        "sgeu" "number": ["bne $at, {rs}, %skip(2)", "ori {rd}, $0, 1", "beq $0, $0, %skip(1)", "sltu {rd}, $at, {rs}"] PLAIN "1 if greater than or equal to a number, unsigned, else 0.";
        "sgt" "number": ["slt {rd}, $at, {rs}"] SPIM "1 if greater than a number, else 0.";
        "sgtu" "number": ["sltu {rd}, $at, {rs}"] SPIM "1 if greater than a number, unsigned, else 0.";
        "sle" "number": ["bne $at, {rs}, %skip(2)", "ori {rd}, $0, 1", "beq $0, $0, %skip(1)", "slt {rd}, {rs}, $at"] PLAIN "1 if less than or equal to a number, else 0.";
        "sleu" "number": ["bne $at, {rs}, %skip(2)", "ori {rd}, $0, 1", "beq $0, $0, %skip(1)", "sltu {rd}, {rs}, $at"] PLAIN "1 if less than or equal to a number, unsigned, else 0.";
        "seq" "number": ["subu {rd}, {rs}, $at", "sltiu {rd}, {rd}, 1"] DELAYED "1 if equal to a number, else 0.";
        "sne" "number": ["subu {rd}, {rs}, $at", "sltu {rd}, $0, {rd}"] DELAYED "1 if not equal to a number, else 0.";
        "sge" "number": ["slt {rd}, {rs}, $at", "xori {rd}, {rd}, 1"] DELAYED "1 if greater than or equal to a number, else 0.";
        "sgeu" "number": ["sltu {rd}, {rs}, $at", "xori {rd}, {rd}, 1"] DELAYED "1 if greater than or equal to a number, unsigned, else 0.";
        "sle" "number": ["slt {rd}, $at, {rs}", "xori {rd}, {rd}, 1"] DELAYED "1 if less than or equal to a number, else 0.";
        "sleu" "number": ["sltu {rd}, $at, {rs}", "xori {rd}, {rd}, 1"] DELAYED "1 if less than or equal to a number, unsigned, else 0.";
        "beq" "branch": ["beq $at, {rs}, {target}"] SPIM "Branches if equal to a number.";
        "bne" "branch": ["bne $at, {rs}, {target}"] SPIM "Branches if not equal to a number.";
        "bge" "branch": ["slt $at, {rs}, $at", "beq $at, $0, {target}"] SPIM "Branches if greater than or equal to a number.";
        "bgeu" "branch": ["sltu $at, {rs}, $at", "beq $at, $0, {target}"] SPIM "Branches if greater than or equal to a number, unsigned.";
        "blt" "branch": ["slt $at, {rs}, $at", "bne $at, $0, {target}"] SPIM "Branches if less than a number.";
        "bltu" "branch": ["sltu $at, {rs}, $at", "bne $at, $0, {target}"] SPIM "Branches if less than a number, unsigned.";
        "bgtu" "branch": ["beq $at, {rs}, %skip(2)", "sltu $at, {rs}, $at", "beq $at, $0, {target}"] PLAIN "Branches if greater than a number, unsigned.";
        "bgtu" "branch": ["sltu $at, $at, {rs}", "bne $at, $0, {target}"] DELAYED "Branches if greater than a number, unsigned.";
        "bleu" "branch": ["beq $at, {rs}, {target}", "sltu $at, {rs}, $at", "bne $at, $0, {target}"] PLAIN "Branches if less than or equal to a number, unsigned.";
        "bleu" "branch": ["sltu $at, $at, {rs}", "beq $at, $0, {target}"] DELAYED "Branches if less than or equal to a number, unsigned.";
    }
    more {
        "la" "rd:x, symbol:sym, base:(x)" => ["lui $at, %upper({symbol})", "ori $at, $at, %lower({symbol})", "add {rd}, {base}, $at"] SPIM "Adds a register to the address of a label.";

        // What mipsy adds.
        "push" "rt:x" => ["addiu $sp, $sp, -4", "sw {rt}, 0($sp)"] MIPSY "Puts a register on the stack.";
        "pop" "rt:x" => ["lw {rt}, 0($sp)", "addiu $sp, $sp, 4"] MIPSY "Takes a register from the stack.";
        "begin" "" => ["addiu $sp, $sp, -4", "sw $fp, 0($sp)", "addu $fp, $0, $sp"] MIPSY "Begins a function: saves the frame pointer, and makes it point here.";
        "end" "" => ["addu $sp, $0, $fp", "lw $fp, 0($sp)", "addiu $sp, $sp, 4"] MIPSY "Ends a function: restores the stack pointer and the frame pointer.";
        "copy" "rd:x, rs:x" => ["addu {rd}, $0, {rs}"] MIPSY "Copies a register.";
        "mod" "rd:x, rs:x, rt:x" => ["div {rs}, {rt}", "mfhi {rd}"] MIPSY "The remainder.";
        "modu" "rd:x, rs:x, rt:x" => ["divu {rs}, {rt}", "mfhi {rd}"] MIPSY "The unsigned remainder.";
        "mod" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "div {rs}, $at", "mfhi {rd}"] MIPSY "The remainder by a number.";
        "modu" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "divu {rs}, $at", "mfhi {rd}"] MIPSY "The unsigned remainder by a number.";
        "incr" "rd:x" => ["addiu {rd}, {rd}, 1"] MIPSY "Adds 1.";
        "decr" "rd:x" => ["addiu {rd}, {rd}, -1"] MIPSY "Subtracts 1.";
        "zeb" "rd:x" => ["andi {rd}, {rd}, 255"] MIPSY "Keeps the lowest byte.";
        "zeb" "rd:x, rs:x" => ["andi {rd}, {rs}, 255"] MIPSY "The lowest byte.";
        "zeh" "rd:x" => ["andi {rd}, {rd}, 65535"] MIPSY "Keeps the lower half.";
        "zeh" "rd:x, rs:x" => ["andi {rd}, {rs}, 65535"] MIPSY "The lower half.";
        "add" "rd:x, imm:s16, rs:x" => ["addi {rd}, {rs}, {imm}"] MIPSY "Adds a number.";
        "mul" "rd:x, imm:s32, rs:x" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "mul {rd}, {rs}, $at"] MIPSY "Multiplies by a number.";
    }
};
