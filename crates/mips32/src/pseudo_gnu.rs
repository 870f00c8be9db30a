//! The pseudo-instructions of GNU as, and the forms of real ones that need more than one
//! instruction there: each expands as in GNU as. See [`crate::pseudo`] for how a line is read.
//!
//! A branch inside an expansion has its delay slot. After a branch at the end of one, the assembler
//! puts a `nop` unless the source says `.set noreorder`.

use machine::isa::{DialectSet, Pseudo};

use crate::pseudo::form;

/// The dialect of GNU as.
pub(crate) const GNU: DialectSet = DialectSet(0x000f_0000);

/// The whole table: single forms, and the families that differ in one instruction only.
macro_rules! forms {
    (
        single { $($name:literal $operands:literal => [$($expansion:literal),+] $doc:literal;)* }
        immediate { $($imm_name:literal = $imm_real:literal $imm_class:literal $imm_plain:literal $imm_doc:literal;)* }
        two { $($two:literal $two_class:literal $two_doc:literal;)* }
        compare { $($compare:literal: $slt:literal, $order:literal, $after:literal $compare_doc:literal;)* }
        loads { $($load:literal $load_doc:literal;)* }
        stores { $($store:literal = $store_real:literal $class:literal $store_doc:literal;)* }
    ) => {
        &[
            $( form($name, $operands, &[$($expansion),+], GNU, $doc), )*
            $(
                form($imm_name, concat!("rd:x, rs:x, imm:", $imm_class),
                    &[concat!($imm_real, " {rd}, {rs}, {imm}")], GNU, $imm_doc),
                form($imm_name, concat!("rd:x, imm:", $imm_class),
                    &[concat!($imm_real, " {rd}, {rd}, {imm}")], GNU, $imm_doc),
                form($imm_name, "rd:x, rs:x, imm:s16",
                    &["addiu $at, $0, {imm}", concat!($imm_plain, " {rd}, {rs}, $at")], GNU, $imm_doc),
                form($imm_name, "rd:x, rs:x, imm:u16",
                    &["ori $at, $0, {imm}", concat!($imm_plain, " {rd}, {rs}, $at")], GNU, $imm_doc),
                form($imm_name, "rd:x, rs:x, imm:m16",
                    &["lui $at, %upper({imm})", concat!($imm_plain, " {rd}, {rs}, $at")], GNU, $imm_doc),
                form($imm_name, "rd:x, rs:x, imm:s32",
                    &["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})",
                      concat!($imm_plain, " {rd}, {rs}, $at")], GNU, $imm_doc),
            )*
            $(
                form($two, concat!("rd:x, rs:", $two_class),
                    &[concat!($two, " {rd}, {rd}, {rs}")], GNU, $two_doc),
            )*
            $(
                form($compare, "rs:x, rt:x, target:imm",
                    &[concat!($slt, " $at, ", $order), concat!($after, " $at, $0, {target}")],
                    GNU, $compare_doc),
            )*
            $(
                form($load, "rt:x, symbol:sym",
                    &["lui {rt}, %hi({symbol})", concat!($load, " {rt}, %lo({symbol})({rt})")],
                    GNU, $load_doc),
                form($load, "rt:x, symbol:sym, base:(x)",
                    &["lui {rt}, %hi({symbol})", "addu {rt}, {rt}, {base}",
                      concat!($load, " {rt}, %lo({symbol})({rt})")],
                    GNU, $load_doc),
                form($load, "rt:x, address:s16", &[concat!($load, " {rt}, {address}($0)")],
                    GNU, $load_doc),
                form($load, "rt:x, address:s32",
                    &["lui {rt}, %hi({address})", concat!($load, " {rt}, %lo({address})({rt})")],
                    GNU, $load_doc),
                form($load, "rt:x, offset:s32, base:(x)",
                    &["lui {rt}, %hi({offset})", "addu {rt}, {rt}, {base}",
                      concat!($load, " {rt}, %lo({offset})({rt})")],
                    GNU, $load_doc),
            )*
            $(
                form($store, concat!("rt:", $class, ", symbol:sym"),
                    &["lui $at, %hi({symbol})", concat!($store_real, " {rt}, %lo({symbol})($at)")],
                    GNU, $store_doc),
                form($store, concat!("rt:", $class, ", symbol:sym, base:(x)"),
                    &["lui $at, %hi({symbol})", "addu $at, $at, {base}",
                      concat!($store_real, " {rt}, %lo({symbol})($at)")],
                    GNU, $store_doc),
                form($store, concat!("rt:", $class, ", address:s16"),
                    &[concat!($store_real, " {rt}, {address}($0)")], GNU, $store_doc),
                form($store, concat!("rt:", $class, ", address:s32"),
                    &["lui $at, %hi({address})", concat!($store_real, " {rt}, %lo({address})($at)")],
                    GNU, $store_doc),
                form($store, concat!("rt:", $class, ", offset:s16, base:(x)"),
                    &[concat!($store_real, " {rt}, {offset}({base})")], GNU, $store_doc),
                form($store, concat!("rt:", $class, ", offset:s32, base:(x)"),
                    &["lui $at, %hi({offset})", "addu $at, $at, {base}",
                      concat!($store_real, " {rt}, %lo({offset})($at)")],
                    GNU, $store_doc),
                form($store, concat!("rt:", $class, ", offset:imm, base:(x)"),
                    &[concat!($store_real, " {rt}, {offset}({base})")], GNU, $store_doc),
            )*
        ]
    };
}

/// All forms, in the order in which they are tried.
pub(crate) const PSEUDOS: &[Pseudo] = forms! {
    single {
        "nop" "" => ["sll $0, $0, 0"] "Does nothing.";
        "ssnop" "" => ["sll $0, $0, 1"] "Does nothing, alone in its cycle.";
        "ehb" "" => ["sll $0, $0, 3"] "Waits until changes to control registers take effect.";
        "move" "rd:x, rs:x" => ["or {rd}, {rs}, $0"] "Copies a register.";
        "li" "rd:x, imm:s16" => ["addiu {rd}, $0, {imm}"] "Loads a small number.";
        "li" "rd:x, imm:u16" => ["ori {rd}, $0, {imm}"] "Loads a small unsigned number.";
        "li" "rd:x, imm:m16" => ["lui {rd}, %upper({imm})"] "Loads a multiple of 65536.";
        "li" "rd:x, imm:s32" => ["lui {rd}, %upper({imm})", "ori {rd}, {rd}, %lower({imm})"] "Loads any 32-bit number.";
        "li.s" "fd:f, imm:zero32" => ["addiu $at, $0, 0", "mtc1 $at, {fd}"] "Loads the float zero.";
        "li.s" "fd:f, imm:round32" => ["lui $at, %upper({imm})", "mtc1 $at, {fd}"] "Loads a float.";
        "li.s" "fd:f, imm:f32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "mtc1 $at, {fd}"] "Loads a float.";
        "li.s" "rd:x, imm:zero32" => ["addiu {rd}, $0, 0"] "Loads the bits of the float zero.";
        "li.s" "rd:x, imm:round32" => ["lui {rd}, %upper({imm})"] "Loads the bits of a float.";
        "li.s" "rd:x, imm:f32" => ["lui {rd}, %upper({imm})", "ori {rd}, {rd}, %lower({imm})"] "Loads the bits of a float.";
        "li.d" "fd:f, imm:zero64" => ["mtc1 $0, {fd}", "mthc1 $0, {fd}"] "Loads the double zero.";
        "li.d" "fd:f, imm:round64" => ["mtc1 $0, {fd}", "lui $at, %upper(%high({imm}))", "mthc1 $at, {fd}"] "Loads a double.";
        "li.d" "fd:f, imm:f64" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "mtc1 $at, {fd}", "lui $at, %upper(%high({imm}))", "ori $at, $at, %lower(%high({imm}))", "mthc1 $at, {fd}"] "Loads a double.";
        "li.d" "rt:x2, imm:zero64" => ["addiu {rt+little}, $0, 0", "or {rt+big}, $0, $0"] "Loads the bits of the double zero into two registers.";
        "li.d" "rt:x2, imm:round64" => ["lui {rt+little}, %upper(%high({imm}))", "or {rt+big}, $0, $0"] "Loads the bits of a double into two registers.";
        "li.d" "rt:x2, imm:f64" => ["lui {rt+little}, %upper(%high({imm}))", "ori {rt+little}, {rt+little}, %lower(%high({imm}))", "lui {rt+big}, %upper({imm})", "ori {rt+big}, {rt+big}, %lower({imm})"] "Loads the bits of a double into two registers.";
        "la" "rd:x, imm:s16" => ["addiu {rd}, $0, {imm}"] "Loads an address.";
        "la" "rd:x, imm:u16" => ["ori {rd}, $0, {imm}"] "Loads an address.";
        "la" "rd:x, imm:m16" => ["lui {rd}, %upper({imm})"] "Loads an address.";
        "la" "rd:x, imm:s32" => ["lui {rd}, %upper({imm})", "ori {rd}, {rd}, %lower({imm})"] "Loads an address.";
        "la" "rd:x, symbol:sym" => ["lui {rd}, %hi({symbol})", "addiu {rd}, {rd}, %lo({symbol})"] "Loads the address of a label.";
        "la" "rd:x, symbol:sym, base:(x)" => ["lui {rd}, %hi({symbol})", "addiu {rd}, {rd}, %lo({symbol})", "addu {rd}, {rd}, {base}"] "Adds a register to the address of a label.";
        "la" "rd:x, offset:s16, base:(x)" => ["addiu {rd}, {base}, {offset}"] "Adds a number to an address.";
        "la" "rd:x, base:(x)" => ["addiu {rd}, {base}, 0"] "Copies an address.";
        "la" "rd:x, offset:s32, base:(x)" => ["lui {rd}, %upper({offset})", "ori {rd}, {rd}, %lower({offset})", "addu {rd}, {rd}, {base}"] "Adds a number to an address.";
        ".cpload" "rs:x" => ["lui $gp, %hi(0-%gp_rel(0))", "addiu $gp, $gp, %lo(0-%gp_rel(0))"] "Loads the global pointer; its address is known, whatever is in the register.";
        ".cprestore" "offset:s16" => ["sw $gp, {offset}($sp)"] "Saves the global pointer in the frame.";

        "not" "rd:x, rs:x" => ["nor {rd}, {rs}, $0"] "Inverts every bit.";
        "not" "rd:x" => ["nor {rd}, {rd}, $0"] "Inverts every bit.";
        "neg" "rd:x, rs:x" => ["sub {rd}, $0, {rs}"] "Negates; the smallest number causes an overflow exception.";
        "neg" "rd:x" => ["sub {rd}, $0, {rd}"] "Negates; the smallest number causes an overflow exception.";
        "negu" "rd:x, rs:x" => ["subu {rd}, $0, {rs}"] "Negates.";
        "negu" "rd:x" => ["subu {rd}, $0, {rd}"] "Negates.";
        "abs" "rd:x, rs:x" => ["bgez {rs}, %skip(2)", "or {rd}, {rs}, $0", "sub {rd}, $0, {rs}"] "The absolute value.";
        "sub" "rd:x, rs:x, imm:s16" => ["addi {rd}, {rs}, 0-{imm}"] "Subtracts a number.";
        "subu" "rd:x, rs:x, imm:s16" => ["addiu {rd}, {rs}, 0-{imm}"] "Subtracts a number.";
        "subu" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "subu {rd}, {rs}, $at"] "Subtracts a number.";
        "nor" "rd:x, rs:x, imm:u16" => ["ori {rd}, {rs}, {imm}", "nor {rd}, {rd}, $0"] "Inverts the bits of `or` with a number.";
        "mul" "rd:x, rs:x, imm:s16" => ["addiu $at, $0, {imm}", "mult {rs}, $at", "mflo {rd}"] "Multiplies by a number.";
        "mul" "rd:x, rs:x, imm:s32" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "mult {rs}, $at", "mflo {rd}"] "Multiplies by a number.";
        "mul" "rd:x, rs:x" => ["mul {rd}, {rd}, {rs}"] "Multiplies.";
        "div" "rd:x0, rs:x, rt:x" => ["div {rs}, {rt}"] "Divides; the results are in LO and HI.";
        "divu" "rd:x0, rs:x, rt:x" => ["divu {rs}, {rt}"] "Divides unsigned; the results are in LO and HI.";
        "div" "rd:x, rs:x, rt:x" => ["bne {rt}, $0, %skip(2)", "div {rs}, {rt}", "break 7", "mflo {rd}"] "The quotient; division by zero causes a break exception.";
        "divu" "rd:x, rs:x, rt:x" => ["bne {rt}, $0, %skip(2)", "divu {rs}, {rt}", "break 7", "mflo {rd}"] "The unsigned quotient; division by zero causes a break exception.";
        "rem" "rd:x, rs:x, rt:x" => ["bne {rt}, $0, %skip(2)", "div {rs}, {rt}", "break 7", "mfhi {rd}"] "The remainder; division by zero causes a break exception.";
        "remu" "rd:x, rs:x, rt:x" => ["bne {rt}, $0, %skip(2)", "divu {rs}, {rt}", "break 7", "mfhi {rd}"] "The unsigned remainder; division by zero causes a break exception.";
        "div" "rd:x, rs:x, imm:s16" => ["addiu $at, $0, {imm}", "div {rs}, $at", "mflo {rd}"] "The quotient by a number.";
        "divu" "rd:x, rs:x, imm:s16" => ["addiu $at, $0, {imm}", "divu {rs}, $at", "mflo {rd}"] "The unsigned quotient by a number.";
        "rem" "rd:x, rs:x, imm:s16" => ["addiu $at, $0, {imm}", "div {rs}, $at", "mfhi {rd}"] "The remainder by a number.";
        "remu" "rd:x, rs:x, imm:s16" => ["addiu $at, $0, {imm}", "divu {rs}, $at", "mfhi {rd}"] "The unsigned remainder by a number.";
        "sll" "rd:x, rs:x, rt:x" => ["sllv {rd}, {rs}, {rt}"] "Shifts left by a register.";
        "srl" "rd:x, rs:x, rt:x" => ["srlv {rd}, {rs}, {rt}"] "Shifts right by a register, with zeros.";
        "sra" "rd:x, rs:x, rt:x" => ["srav {rd}, {rs}, {rt}"] "Shifts right by a register, with the sign.";
        "sll" "rd:x, imm:u5" => ["sll {rd}, {rd}, {imm}"] "Shifts left.";
        "srl" "rd:x, imm:u5" => ["srl {rd}, {rd}, {imm}"] "Shifts right, with zeros.";
        "sra" "rd:x, imm:u5" => ["sra {rd}, {rd}, {imm}"] "Shifts right, with the sign.";
        "ror" "rd:x, rs:x, imm:u5" => ["rotr {rd}, {rs}, {imm}"] "Rotates right.";
        "ror" "rd:x, rs:x, rt:x" => ["rotrv {rd}, {rs}, {rt}"] "Rotates right by a register.";
        "rol" "rd:x, rs:x, imm:u5" => ["rotr {rd}, {rs}, %shamt(0-{imm})"] "Rotates left.";
        "rol" "rd:x, rs:x, rt:x" => ["subu {rd}, $0, {rt}", "rotrv {rd}, {rs}, {rd}"] "Rotates left by a register.";

        "seq" "rd:x, rs:x, rt:x" => ["xor {rd}, {rs}, {rt}", "sltiu {rd}, {rd}, 1"] "1 if equal, else 0.";
        "seq" "rd:x, rs:x, imm:u16" => ["xori {rd}, {rs}, {imm}", "sltiu {rd}, {rd}, 1"] "1 if equal to a number, else 0.";
        "sne" "rd:x, rs:x, rt:x" => ["xor {rd}, {rs}, {rt}", "sltu {rd}, $0, {rd}"] "1 if not equal, else 0.";
        "sne" "rd:x, rs:x, imm:u16" => ["xori {rd}, {rs}, {imm}", "sltu {rd}, $0, {rd}"] "1 if not equal to a number, else 0.";
        "sge" "rd:x, rs:x, rt:x" => ["slt {rd}, {rs}, {rt}", "xori {rd}, {rd}, 1"] "1 if greater than or equal, else 0.";
        "sge" "rd:x, rs:x, imm:s16" => ["slti {rd}, {rs}, {imm}", "xori {rd}, {rd}, 1"] "1 if greater than or equal to a number, else 0.";
        "sgeu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rs}, {rt}", "xori {rd}, {rd}, 1"] "1 if greater than or equal, unsigned, else 0.";
        "sgeu" "rd:x, rs:x, imm:s16" => ["sltiu {rd}, {rs}, {imm}", "xori {rd}, {rd}, 1"] "1 if greater than or equal to a number, unsigned, else 0.";
        "sgt" "rd:x, rs:x, rt:x" => ["slt {rd}, {rt}, {rs}"] "1 if greater than, else 0.";
        "sgt" "rd:x, rs:x, imm:s16" => ["addiu $at, $0, {imm}", "slt {rd}, $at, {rs}"] "1 if greater than a number, else 0.";
        "sgtu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rt}, {rs}"] "1 if greater than, unsigned, else 0.";
        "sle" "rd:x, rs:x, rt:x" => ["slt {rd}, {rt}, {rs}", "xori {rd}, {rd}, 1"] "1 if less than or equal, else 0.";
        "sle" "rd:x, rs:x, imm:s16" => ["addiu $at, $0, {imm}", "slt {rd}, $at, {rs}", "xori {rd}, {rd}, 1"] "1 if less than or equal to a number, else 0.";
        "sleu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rt}, {rs}", "xori {rd}, {rd}, 1"] "1 if less than or equal, unsigned, else 0.";

        "b" "target:imm" => ["beq $0, $0, {target}"] "Branches.";
        "bal" "target:imm" => ["bgezal $0, {target}"] "Calls a near function.";
        "beqz" "rs:x, target:imm" => ["beq {rs}, $0, {target}"] "Branches if zero.";
        "bnez" "rs:x, target:imm" => ["bne {rs}, $0, {target}"] "Branches if not zero.";
        "beq" "rs:x, imm:0, target:imm" => ["beq {rs}, $0, {target}"] "Branches if zero.";
        "bne" "rs:x, imm:0, target:imm" => ["bne {rs}, $0, {target}"] "Branches if not zero.";
        "bge" "rs:x, imm:0, target:imm" => ["bgez {rs}, {target}"] "Branches if not less than zero.";
        "bgt" "rs:x, imm:0, target:imm" => ["bgtz {rs}, {target}"] "Branches if greater than zero.";
        "ble" "rs:x, imm:0, target:imm" => ["blez {rs}, {target}"] "Branches if not greater than zero.";
        "blt" "rs:x, imm:0, target:imm" => ["bltz {rs}, {target}"] "Branches if less than zero.";
        "beq" "rs:x, imm:s16, target:imm" => ["addiu $at, $0, {imm}", "beq {rs}, $at, {target}"] "Branches if equal to a number.";
        "bne" "rs:x, imm:s16, target:imm" => ["addiu $at, $0, {imm}", "bne {rs}, $at, {target}"] "Branches if not equal to a number.";
        "beq" "rs:x, imm:u16, target:imm" => ["ori $at, $0, {imm}", "beq {rs}, $at, {target}"] "Branches if equal to a number.";
        "bne" "rs:x, imm:u16, target:imm" => ["ori $at, $0, {imm}", "bne {rs}, $at, {target}"] "Branches if not equal to a number.";
        "beq" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "beq {rs}, $at, {target}"] "Branches if equal to a number.";
        "bne" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "bne {rs}, $at, {target}"] "Branches if not equal to a number.";
        "bge" "rs:x, imm:s16, target:imm" => ["slti $at, {rs}, {imm}", "beq $at, $0, {target}"] "Branches if greater than or equal to a number.";
        "bgeu" "rs:x, imm:s16, target:imm" => ["sltiu $at, {rs}, {imm}", "beq $at, $0, {target}"] "Branches if greater than or equal to a number, unsigned.";
        "blt" "rs:x, imm:s16, target:imm" => ["slti $at, {rs}, {imm}", "bne $at, $0, {target}"] "Branches if less than a number.";
        "bltu" "rs:x, imm:s16, target:imm" => ["sltiu $at, {rs}, {imm}", "bne $at, $0, {target}"] "Branches if less than a number, unsigned.";
        "bgt" "rs:x, imm:s15, target:imm" => ["slti $at, {rs}, {imm}+1", "beq $at, $0, {target}"] "Branches if greater than a number.";
        "bgtu" "rs:x, imm:u14, target:imm" => ["sltiu $at, {rs}, {imm}+1", "beq $at, $0, {target}"] "Branches if greater than a number, unsigned.";
        "ble" "rs:x, imm:s15, target:imm" => ["slti $at, {rs}, {imm}+1", "bne $at, $0, {target}"] "Branches if less than or equal to a number.";
        "bleu" "rs:x, imm:u14, target:imm" => ["sltiu $at, {rs}, {imm}+1", "bne $at, $0, {target}"] "Branches if less than or equal to a number, unsigned.";
        "bge" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "slt $at, {rs}, $at", "beq $at, $0, {target}"] "Branches if greater than or equal to a number.";
        "blt" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "slt $at, {rs}, $at", "bne $at, $0, {target}"] "Branches if less than a number.";
        "bgt" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "slt $at, $at, {rs}", "bne $at, $0, {target}"] "Branches if greater than a number.";
        "ble" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "slt $at, $at, {rs}", "beq $at, $0, {target}"] "Branches if less than or equal to a number.";
        "bgeu" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "sltu $at, {rs}, $at", "beq $at, $0, {target}"] "Branches if greater than or equal to a number, unsigned.";
        "bltu" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "sltu $at, {rs}, $at", "bne $at, $0, {target}"] "Branches if less than a number, unsigned.";
        "bgtu" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "sltu $at, $at, {rs}", "bne $at, $0, {target}"] "Branches if greater than a number, unsigned.";
        "bleu" "rs:x, imm:s32, target:imm" => ["lui $at, %upper({imm})", "ori $at, $at, %lower({imm})", "sltu $at, $at, {rs}", "beq $at, $0, {target}"] "Branches if less than or equal to a number, unsigned.";
        "jal" "rs:x" => ["jalr $ra, {rs}"] "Calls the function whose address is in a register.";
        "jal" "rd:x, rs:x" => ["jalr {rd}, {rs}"] "Calls the function whose address is in a register.";
        "j" "rs:x" => ["jr {rs}"] "Jumps to the address in a register.";
        "teq" "rs:x, imm:s16" => ["teqi {rs}, {imm}"] "Traps if equal to a number.";
        "tne" "rs:x, imm:s16" => ["tnei {rs}, {imm}"] "Traps if not equal to a number.";
        "tge" "rs:x, imm:s16" => ["tgei {rs}, {imm}"] "Traps if greater than or equal to a number.";
        "tlt" "rs:x, imm:s16" => ["tlti {rs}, {imm}"] "Traps if less than a number.";
        "syscall" "code:u20" => ["syscall"] "Calls the environment; the number in the instruction means nothing.";
    }
    // With a number instead of the last register.
    immediate {
        "add" = "addi" "s16" "add" "Adds a number; overflow causes an exception.";
        "addu" = "addiu" "s16" "addu" "Adds a number.";
        "and" = "andi" "u16" "and" "Bits that are set in both.";
        "or" = "ori" "u16" "or" "Bits that are set in one or both.";
        "xor" = "xori" "u16" "xor" "Bits that are set in one of both.";
        "slt" = "slti" "s16" "slt" "1 if less than a number, else 0.";
        "sltu" = "sltiu" "s16" "sltu" "1 if less than a number, unsigned, else 0.";
    }
    // With the first register also as the second.
    two {
        "addu" "x" "Adds."; "subu" "x" "Subtracts."; "and" "x" "Bits that are set in both.";
        "or" "x" "Bits that are set in one or both."; "xor" "x" "Bits that are set in one of both.";
        "add" "x" "Adds; overflow causes an exception.";
        "addi" "s16" "Adds a number; overflow causes an exception."; "addiu" "s16" "Adds a number.";
        "andi" "u16" "Bits that are set in both."; "ori" "u16" "Bits that are set in one or both.";
        "xori" "u16" "Bits that are set in one of both.";
    }
    compare {
        "bge": "slt", "{rs}, {rt}", "beq" "Branches if greater than or equal.";
        "bgt": "slt", "{rt}, {rs}", "bne" "Branches if greater than.";
        "ble": "slt", "{rt}, {rs}", "beq" "Branches if less than or equal.";
        "blt": "slt", "{rs}, {rt}", "bne" "Branches if less than.";
        "bgeu": "sltu", "{rs}, {rt}", "beq" "Branches if greater than or equal, unsigned.";
        "bgtu": "sltu", "{rt}, {rs}", "bne" "Branches if greater than, unsigned.";
        "bleu": "sltu", "{rt}, {rs}", "beq" "Branches if less than or equal, unsigned.";
        "bltu": "sltu", "{rs}, {rt}", "bne" "Branches if less than, unsigned.";
    }
    loads {
        "lw" "Loads a word."; "lh" "Loads a half-word."; "lb" "Loads a byte.";
        "lhu" "Loads an unsigned half-word."; "lbu" "Loads an unsigned byte.";
    }
    stores {
        "sw" = "sw" "x" "Stores a word."; "sh" = "sh" "x" "Stores a half-word.";
        "sb" = "sb" "x" "Stores a byte.";
        "lwc1" = "lwc1" "f" "Loads a float."; "swc1" = "swc1" "f" "Stores a float.";
        "ldc1" = "ldc1" "f" "Loads a double."; "sdc1" = "sdc1" "f" "Stores a double.";
        "l.s" = "lwc1" "f" "Loads a float."; "s.s" = "swc1" "f" "Stores a float.";
        "l.d" = "ldc1" "f" "Loads a double."; "s.d" = "sdc1" "f" "Stores a double.";
    }
};

/// The forms of two tables.
pub(crate) const fn joined<const N: usize>(first: &[Pseudo], second: &[Pseudo]) -> [Pseudo; N] {
    let mut all = [first[0]; N];
    let mut k = 0;
    while k < N {
        all[k] = if k < first.len() {
            first[k]
        } else {
            second[k - first.len()]
        };
        k += 1;
    }
    all
}
