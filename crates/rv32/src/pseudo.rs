//! The pseudo-instructions, and the shorter or older ways to write real ones.
//!
//! Each line is one form: name, operand classes, the instructions it stands for, and a sentence
//! for people. The assembler's `template` module defines the small language of the classes and
//! the expansions. Forms of one name are tried in order, after the real instruction.

use machine::isa::{DialectSet, Pseudo};

/// The dialects of Venus and of GNU as.
const VENUS: DialectSet = DialectSet(0x000f_000f);
/// That of GNU as.
const GNU: DialectSet = DialectSet(0x000f_0000);
/// That of RARS, with every memory map.
const RARS: DialectSet = DialectSet(0b1111_0000);

macro_rules! forms {
    (@dialects) => { DialectSet::ALL };
    (@dialects $set:ident) => { $set };
    (@without) => { None };
    (@without $extension:literal) => { Some($extension) };
    ($($name:literal $operands:literal => [$($expansion:literal),+] $((without $extension:literal))?
        $($set:ident)? $doc:literal;)*) => {
        &[$(Pseudo {
            name: $name,
            operands: $operands,
            expansion: &[$($expansion),+],
            without: forms!(@without $($extension)?),
            dialects: forms!(@dialects $($set)?),
            doc: $doc,
        }),*]
    };
}

/// All forms, in the order in which they are tried.
pub(crate) static PSEUDOS: &[Pseudo] = forms! {
    // Constants, addresses and moves.
    "nop" "" => ["addi x0, x0, 0"] "Do nothing.";
    "li" "rd:x, imm:s12" => ["addi {rd}, x0, {imm}"] "Load a small constant.";
    "li" "rd:x, imm:m12" => ["lui {rd}, %hi({imm})"] GNU "Load a multiple of 4096.";
    "li" "rd:x, imm:imm" => ["lui {rd}, %hi({imm})", "addi {rd}, {rd}, %lo({imm})"] "Load any 32-bit constant.";
    "la" "rd:x, symbol:imm" => ["auipc {rd}, %pcrel_hi({symbol})", "addi {rd}, {rd}, %pcrel_lo({symbol})"] "Load the address of a symbol.";
    "lui" "rd:x, imm:s12" => ["lui {rd}, {imm}+1048576"] RARS "Load the upper 20 bits; a small negative number counts down from the largest.";
    "auipc" "rd:x, imm:s12" => ["auipc {rd}, {imm}+1048576"] RARS "Add the upper 20 bits to the address; a small negative number counts down from the largest.";
    "lla" "rd:x, symbol:imm" => ["auipc {rd}, %pcrel_hi({symbol})", "addi {rd}, {rd}, %pcrel_lo({symbol})"] "Load the address of a symbol of this program.";
    "mv" "rd:x, rs:x" => ["addi {rd}, {rs}, 0"] VENUS "Copy a register.";
    "mv" "rd:x, rs:x" => ["add {rd}, x0, {rs}"] RARS "Copy a register.";
    "move" "rd:x, rs:x" => ["addi {rd}, {rs}, 0"] "Copy a register.";
    "not" "rd:x, rs:x" => ["xori {rd}, {rs}, -1"] "Invert every bit.";
    "neg" "rd:x, rs:x" => ["sub {rd}, x0, {rs}"] "Negate.";
    "sext.b" "rd:x, rs:x" => ["slli {rd}, {rs}, 24", "srai {rd}, {rd}, 24"] (without "Zbb") "Sign-extend a byte; with Zbb in `--march`, an instruction of its own.";
    "sext.h" "rd:x, rs:x" => ["slli {rd}, {rs}, 16", "srai {rd}, {rd}, 16"] (without "Zbb") "Sign-extend a half-word; with Zbb in `--march`, an instruction of its own.";
    "zext.b" "rd:x, rs:x" => ["andi {rd}, {rs}, 255"] "Zero-extend a byte.";
    "zext.h" "rd:x, rs:x" => ["slli {rd}, {rs}, 16", "srli {rd}, {rd}, 16"] (without "Zbb") "Zero-extend a half-word; with Zbb in `--march`, an instruction of its own.";

    // Single bits, by a number.
    "ror" "rd:x, rs:x, imm:u5" => ["rori {rd}, {rs}, {imm}"] "Rotate right.";
    "bclr" "rd:x, rs:x, imm:u5" => ["bclri {rd}, {rs}, {imm}"] "Clear a bit.";
    "bext" "rd:x, rs:x, imm:u5" => ["bexti {rd}, {rs}, {imm}"] "Extract a bit.";
    "binv" "rd:x, rs:x, imm:u5" => ["binvi {rd}, {rs}, {imm}"] "Invert a bit.";
    "bset" "rd:x, rs:x, imm:u5" => ["bseti {rd}, {rs}, {imm}"] "Set a bit.";

    // Comparisons.
    "seqz" "rd:x, rs:x" => ["sltiu {rd}, {rs}, 1"] "Set if zero.";
    "snez" "rd:x, rs:x" => ["sltu {rd}, x0, {rs}"] "Set if not zero.";
    "sltz" "rd:x, rs:x" => ["slt {rd}, {rs}, x0"] "Set if less than zero.";
    "sgtz" "rd:x, rs:x" => ["slt {rd}, x0, {rs}"] "Set if greater than zero.";
    "sgt" "rd:x, rs:x, rt:x" => ["slt {rd}, {rt}, {rs}"] "Set if greater than.";
    "sgtu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rt}, {rs}"] "Set if greater than, unsigned.";
    "seq" "rd:x, rs:x, rt:x" => ["sub {rd}, {rs}, {rt}", "sltiu {rd}, {rd}, 1"] "Set if equal.";
    "sne" "rd:x, rs:x, rt:x" => ["sub {rd}, {rs}, {rt}", "sltu {rd}, x0, {rd}"] "Set if not equal.";
    "sge" "rd:x, rs:x, rt:x" => ["slt {rd}, {rs}, {rt}", "xori {rd}, {rd}, 1"] "Set if greater than or equal.";
    "sgeu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rs}, {rt}", "xori {rd}, {rd}, 1"] "Set if greater than or equal, unsigned.";
    "sle" "rd:x, rs:x, rt:x" => ["slt {rd}, {rt}, {rs}", "xori {rd}, {rd}, 1"] "Set if less than or equal.";
    "sleu" "rd:x, rs:x, rt:x" => ["sltu {rd}, {rt}, {rs}", "xori {rd}, {rd}, 1"] "Set if less than or equal, unsigned.";

    // Branches.
    "beqz" "rs:x, target:imm" => ["beq {rs}, x0, {target}"] "Branch if zero.";
    "bnez" "rs:x, target:imm" => ["bne {rs}, x0, {target}"] "Branch if not zero.";
    "blez" "rs:x, target:imm" => ["bge x0, {rs}, {target}"] "Branch if less than or equal to zero.";
    "bgez" "rs:x, target:imm" => ["bge {rs}, x0, {target}"] "Branch if greater than or equal to zero.";
    "bltz" "rs:x, target:imm" => ["blt {rs}, x0, {target}"] "Branch if less than zero.";
    "bgtz" "rs:x, target:imm" => ["blt x0, {rs}, {target}"] "Branch if greater than zero.";
    "bgt" "rs:x, rt:x, target:imm" => ["blt {rt}, {rs}, {target}"] "Branch if greater than.";
    "ble" "rs:x, rt:x, target:imm" => ["bge {rt}, {rs}, {target}"] "Branch if less than or equal.";
    "bgtu" "rs:x, rt:x, target:imm" => ["bltu {rt}, {rs}, {target}"] "Branch if greater than, unsigned.";
    "bleu" "rs:x, rt:x, target:imm" => ["bgeu {rt}, {rs}, {target}"] "Branch if less than or equal, unsigned.";

    // Jumps and calls.
    "j" "target:imm" => ["jal x0, {target}"] "Jump.";
    "b" "target:imm" => ["jal x0, {target}"] "Jump.";
    "jal" "target:imm" => ["jal ra, {target}"] "Call a near function.";
    "jalr" "rd:x, offset:imm, rs:(x)" => ["jalr {rd}, {rs}, {offset}"] "Call the function whose address is in a register.";
    "jalr" "rd:x, rs:x" => ["jalr {rd}, {rs}, 0"] "Call the function whose address is in a register.";
    "jalr" "rd:x, rs:(x)" => ["jalr {rd}, {rs}, 0"] "Call the function whose address is in a register.";
    "jalr" "rs:x" => ["jalr ra, {rs}, 0"] "Call the function whose address is in a register.";
    "jalr" "rs:(x)" => ["jalr ra, {rs}, 0"] "Call the function whose address is in a register.";
    "jalr" "offset:imm, rs:(x)" => ["jalr ra, {rs}, {offset}"] "Call the function whose address is in a register.";
    "jalr" "rs:x, offset:s12" => ["jalr ra, {rs}, {offset}"] RARS "Call the function near an address in a register.";
    "jr" "rs:x" => ["jalr x0, {rs}, 0"] "Jump to the address in a register.";
    "jr" "rs:(x)" => ["jalr x0, {rs}, 0"] "Jump to the address in a register.";
    "jr" "offset:imm, rs:(x)" => ["jalr x0, {rs}, {offset}"] "Jump to an address near that in a register.";
    "jr" "rs:x, offset:imm" => ["jalr x0, {rs}, {offset}"] "Jump to an address near that in a register.";
    "ret" "" => ["jalr x0, ra, 0"] "Return from a function.";
    "call" "target:imm" => ["auipc ra, %pcrel_hi({target})", "jalr ra, ra, %pcrel_lo({target})"] VENUS "Call a function anywhere.";
    "call" "target:imm" => ["auipc t1, %pcrel_hi({target})", "jalr ra, t1, %pcrel_lo({target})"] RARS "Call a function anywhere; `t1` is overwritten.";
    "call" "rd:x, target:imm" => ["auipc t1, %pcrel_hi({target})", "jalr {rd}, t1, %pcrel_lo({target})"] GNU "Call a function anywhere, with the return address in `rd`; `t1` is overwritten.";
    "call" "rd:x, target:imm" => ["auipc {rd}, %pcrel_hi({target})", "jalr {rd}, {rd}, %pcrel_lo({target})"] "Call a function anywhere, with the return address in `rd`.";
    "tail" "target:imm" => ["auipc t1, %pcrel_hi({target})", "jalr x0, t1, %pcrel_lo({target})"] "Jump to a function anywhere; it returns to this function's caller.";
    "jump" "target:imm, rt:x" => ["auipc {rt}, %pcrel_hi({target})", "jalr x0, {rt}, %pcrel_lo({target})"] "Jump anywhere, using a spare register.";
    "unimp" "" => ["csrrw x0, 0xc00, x0"] "An instruction that does not exist on any machine.";

    // Loads and stores of a variable by its name.
    "lb" "rd:x, symbol:sym" => ["auipc {rd}, %pcrel_hi({symbol})", "lb {rd}, %pcrel_lo({symbol})({rd})"] "Load a byte variable.";
    "lbu" "rd:x, symbol:sym" => ["auipc {rd}, %pcrel_hi({symbol})", "lbu {rd}, %pcrel_lo({symbol})({rd})"] "Load an unsigned byte variable.";
    "lh" "rd:x, symbol:sym" => ["auipc {rd}, %pcrel_hi({symbol})", "lh {rd}, %pcrel_lo({symbol})({rd})"] "Load a half-word variable.";
    "lhu" "rd:x, symbol:sym" => ["auipc {rd}, %pcrel_hi({symbol})", "lhu {rd}, %pcrel_lo({symbol})({rd})"] "Load an unsigned half-word variable.";
    "lw" "rd:x, symbol:sym" => ["auipc {rd}, %pcrel_hi({symbol})", "lw {rd}, %pcrel_lo({symbol})({rd})"] "Load a word variable.";
    "sb" "rs:x, symbol:sym, rt:x" => ["auipc {rt}, %pcrel_hi({symbol})", "sb {rs}, %pcrel_lo({symbol})({rt})"] "Store into a byte variable; `rt` is overwritten.";
    "sh" "rs:x, symbol:sym, rt:x" => ["auipc {rt}, %pcrel_hi({symbol})", "sh {rs}, %pcrel_lo({symbol})({rt})"] "Store into a half-word variable; `rt` is overwritten.";
    "sw" "rs:x, symbol:sym, rt:x" => ["auipc {rt}, %pcrel_hi({symbol})", "sw {rs}, %pcrel_lo({symbol})({rt})"] "Store into a word variable; `rt` is overwritten.";
    "flw" "fd:f, symbol:sym, rt:x" => ["auipc {rt}, %pcrel_hi({symbol})", "flw {fd}, %pcrel_lo({symbol})({rt})"] "Load a float variable; `rt` is overwritten.";
    "fld" "fd:f, symbol:sym, rt:x" => ["auipc {rt}, %pcrel_hi({symbol})", "fld {fd}, %pcrel_lo({symbol})({rt})"] "Load a double variable; `rt` is overwritten.";
    "fsw" "fs:f, symbol:sym, rt:x" => ["auipc {rt}, %pcrel_hi({symbol})", "fsw {fs}, %pcrel_lo({symbol})({rt})"] "Store into a float variable; `rt` is overwritten.";
    "fsd" "fs:f, symbol:sym, rt:x" => ["auipc {rt}, %pcrel_hi({symbol})", "fsd {fs}, %pcrel_lo({symbol})({rt})"] "Store into a double variable; `rt` is overwritten.";

    // Loads and stores at an address that is a number, and at one in a register.
    "lb" "rd:x, rs:(x)" => ["lb {rd}, 0({rs})"] RARS "Load a byte from the address in a register.";
    "lb" "rd:x, address:s12" => ["lb {rd}, {address}(x0)"] RARS "Load a byte from a small address.";
    "lb" "rd:x, address:s32" => ["lui {rd}, %hi({address})", "lb {rd}, %lo({address})({rd})"] RARS "Load a byte from an address.";
    "lbu" "rd:x, rs:(x)" => ["lbu {rd}, 0({rs})"] RARS "Load an unsigned byte from the address in a register.";
    "lbu" "rd:x, address:s12" => ["lbu {rd}, {address}(x0)"] RARS "Load an unsigned byte from a small address.";
    "lbu" "rd:x, address:s32" => ["lui {rd}, %hi({address})", "lbu {rd}, %lo({address})({rd})"] RARS "Load an unsigned byte from an address.";
    "lh" "rd:x, rs:(x)" => ["lh {rd}, 0({rs})"] RARS "Load a half-word from the address in a register.";
    "lh" "rd:x, address:s12" => ["lh {rd}, {address}(x0)"] RARS "Load a half-word from a small address.";
    "lh" "rd:x, address:s32" => ["lui {rd}, %hi({address})", "lh {rd}, %lo({address})({rd})"] RARS "Load a half-word from an address.";
    "lhu" "rd:x, rs:(x)" => ["lhu {rd}, 0({rs})"] RARS "Load an unsigned half-word from the address in a register.";
    "lhu" "rd:x, address:s12" => ["lhu {rd}, {address}(x0)"] RARS "Load an unsigned half-word from a small address.";
    "lhu" "rd:x, address:s32" => ["lui {rd}, %hi({address})", "lhu {rd}, %lo({address})({rd})"] RARS "Load an unsigned half-word from an address.";
    "lw" "rd:x, rs:(x)" => ["lw {rd}, 0({rs})"] RARS "Load a word from the address in a register.";
    "lw" "rd:x, address:s12" => ["lw {rd}, {address}(x0)"] RARS "Load a word from a small address.";
    "lw" "rd:x, address:s32" => ["lui {rd}, %hi({address})", "lw {rd}, %lo({address})({rd})"] RARS "Load a word from an address.";
    "sb" "rs:x, rt:(x)" => ["sb {rs}, 0({rt})"] RARS "Store a byte to the address in a register.";
    "sb" "rs:x, address:s12" => ["sb {rs}, {address}(x0)"] RARS "Store a byte to a small address.";
    "sb" "rs:x, address:s32, rt:x" => ["lui {rt}, %hi({address})", "sb {rs}, %lo({address})({rt})"] RARS "Store a byte to an address; `rt` is overwritten.";
    "sh" "rs:x, rt:(x)" => ["sh {rs}, 0({rt})"] RARS "Store a half-word to the address in a register.";
    "sh" "rs:x, address:s12" => ["sh {rs}, {address}(x0)"] RARS "Store a half-word to a small address.";
    "sh" "rs:x, address:s32, rt:x" => ["lui {rt}, %hi({address})", "sh {rs}, %lo({address})({rt})"] RARS "Store a half-word to an address; `rt` is overwritten.";
    "sw" "rs:x, rt:(x)" => ["sw {rs}, 0({rt})"] RARS "Store a word to the address in a register.";
    "sw" "rs:x, address:s12" => ["sw {rs}, {address}(x0)"] RARS "Store a word to a small address.";
    "sw" "rs:x, address:s32, rt:x" => ["lui {rt}, %hi({address})", "sw {rs}, %lo({address})({rt})"] RARS "Store a word to an address; `rt` is overwritten.";
    "flw" "fs:f, rt:(x)" => ["flw {fs}, 0({rt})"] RARS "Load a float from the address in a register.";
    "flw" "fs:f, address:s12" => ["flw {fs}, {address}(x0)"] RARS "Load a float from a small address.";
    "flw" "fs:f, address:s32, rt:x" => ["lui {rt}, %hi({address})", "flw {fs}, %lo({address})({rt})"] RARS "Load a float from an address; `rt` is overwritten.";
    "fld" "fs:f, rt:(x)" => ["fld {fs}, 0({rt})"] RARS "Load a double from the address in a register.";
    "fld" "fs:f, address:s12" => ["fld {fs}, {address}(x0)"] RARS "Load a double from a small address.";
    "fld" "fs:f, address:s32, rt:x" => ["lui {rt}, %hi({address})", "fld {fs}, %lo({address})({rt})"] RARS "Load a double from an address; `rt` is overwritten.";
    "fsw" "fs:f, rt:(x)" => ["fsw {fs}, 0({rt})"] RARS "Store a float to the address in a register.";
    "fsw" "fs:f, address:s12" => ["fsw {fs}, {address}(x0)"] RARS "Store a float to a small address.";
    "fsw" "fs:f, address:s32, rt:x" => ["lui {rt}, %hi({address})", "fsw {fs}, %lo({address})({rt})"] RARS "Store a float to an address; `rt` is overwritten.";
    "fsd" "fs:f, rt:(x)" => ["fsd {fs}, 0({rt})"] RARS "Store a double to the address in a register.";
    "fsd" "fs:f, address:s12" => ["fsd {fs}, {address}(x0)"] RARS "Store a double to a small address.";
    "fsd" "fs:f, address:s32, rt:x" => ["lui {rt}, %hi({address})", "fsd {fs}, %lo({address})({rt})"] RARS "Store a double to an address; `rt` is overwritten.";

    // Control and status registers.
    "csrr" "rd:x, csr:any" => ["csrrs {rd}, {csr}, x0"] "Read a control register.";
    "csrw" "csr:any, rs:x" => ["csrrw x0, {csr}, {rs}"] "Write a control register.";
    "csrs" "csr:any, rs:x" => ["csrrs x0, {csr}, {rs}"] "Set bits of a control register.";
    "csrc" "csr:any, rs:x" => ["csrrc x0, {csr}, {rs}"] "Clear bits of a control register.";
    "csrw" "csr:any, imm:u5" => ["csrrwi x0, {csr}, {imm}"] "Write a small constant to a control register.";
    "csrs" "csr:any, imm:u5" => ["csrrsi x0, {csr}, {imm}"] "Set low bits of a control register.";
    "csrc" "csr:any, imm:u5" => ["csrrci x0, {csr}, {imm}"] "Clear low bits of a control register.";
    "csrw" "rs:x, csr:any" => ["csrrw x0, {csr}, {rs}"] RARS "Write a control register.";
    "csrs" "rs:x, csr:any" => ["csrrs x0, {csr}, {rs}"] RARS "Set bits of a control register.";
    "csrc" "rs:x, csr:any" => ["csrrc x0, {csr}, {rs}"] RARS "Clear bits of a control register.";
    "csrwi" "csr:any, imm:imm" => ["csrrwi x0, {csr}, {imm}"] "Write a small constant to a control register.";
    "csrsi" "csr:any, imm:imm" => ["csrrsi x0, {csr}, {imm}"] "Set low bits of a control register.";
    "csrci" "csr:any, imm:imm" => ["csrrci x0, {csr}, {imm}"] "Clear low bits of a control register.";
    "rdcycle" "rd:x" => ["csrrs {rd}, 0xc00, x0"] "Read the cycle counter.";
    "rdtime" "rd:x" => ["csrrs {rd}, 0xc01, x0"] "Read the clock.";
    "rdinstret" "rd:x" => ["csrrs {rd}, 0xc02, x0"] "Read the instruction counter.";
    "rdcycleh" "rd:x" => ["csrrs {rd}, 0xc80, x0"] "Read the upper half of the cycle counter.";
    "rdtimeh" "rd:x" => ["csrrs {rd}, 0xc81, x0"] "Read the upper half of the clock.";
    "rdinstreth" "rd:x" => ["csrrs {rd}, 0xc82, x0"] "Read the upper half of the instruction counter.";
    "frcsr" "rd:x" => ["csrrs {rd}, 3, x0"] "Read the floating-point control register.";
    "fscsr" "rs:x" => ["csrrw x0, 3, {rs}"] "Write the floating-point control register.";
    "fscsr" "rd:x, rs:x" => ["csrrw {rd}, 3, {rs}"] "Swap the floating-point control register.";
    "frsr" "rd:x" => ["csrrs {rd}, 3, x0"] RARS "Read the floating-point control register.";
    "fssr" "rs:x" => ["csrrw x0, 3, {rs}"] RARS "Write the floating-point control register.";
    "fssr" "rd:x, rs:x" => ["csrrw {rd}, 3, {rs}"] RARS "Swap the floating-point control register.";
    "frrm" "rd:x" => ["csrrs {rd}, 2, x0"] "Read the rounding mode.";
    "fsrm" "rs:x" => ["csrrw x0, 2, {rs}"] "Write the rounding mode.";
    "fsrm" "rd:x, rs:x" => ["csrrw {rd}, 2, {rs}"] "Swap the rounding mode.";
    "fsrmi" "imm:imm" => ["csrrwi x0, 2, {imm}"] "Write a constant rounding mode.";
    "fsrmi" "rd:x, imm:imm" => ["csrrwi {rd}, 2, {imm}"] "Swap the rounding mode with a constant.";
    "frflags" "rd:x" => ["csrrs {rd}, 1, x0"] "Read the floating-point flags.";
    "fsflags" "rs:x" => ["csrrw x0, 1, {rs}"] "Write the floating-point flags.";
    "fsflags" "rd:x, rs:x" => ["csrrw {rd}, 1, {rs}"] "Swap the floating-point flags.";
    "fsflagsi" "imm:imm" => ["csrrwi x0, 1, {imm}"] "Write constant floating-point flags.";
    "fsflagsi" "rd:x, imm:imm" => ["csrrwi {rd}, 1, {imm}"] "Swap the floating-point flags with a constant.";

    // Floating point.
    "fmv.s" "fd:f, fs:f" => ["fsgnj.s {fd}, {fs}, {fs}"] "Copy a float register.";
    "fabs.s" "fd:f, fs:f" => ["fsgnjx.s {fd}, {fs}, {fs}"] "Absolute value of a float.";
    "fneg.s" "fd:f, fs:f" => ["fsgnjn.s {fd}, {fs}, {fs}"] "Negate a float.";
    "fgt.s" "rd:x, fs:f, ft:f" => ["flt.s {rd}, {ft}, {fs}"] "Set if greater than, floats.";
    "fge.s" "rd:x, fs:f, ft:f" => ["fle.s {rd}, {ft}, {fs}"] "Set if greater than or equal, floats.";
    "fmv.d" "fd:f, fs:f" => ["fsgnj.d {fd}, {fs}, {fs}"] "Copy a double register.";
    "fabs.d" "fd:f, fs:f" => ["fsgnjx.d {fd}, {fs}, {fs}"] "Absolute value of a double.";
    "fneg.d" "fd:f, fs:f" => ["fsgnjn.d {fd}, {fs}, {fs}"] "Negate a double.";
    "fgt.d" "rd:x, fs:f, ft:f" => ["flt.d {rd}, {ft}, {fs}"] "Set if greater than, doubles.";
    "fge.d" "rd:x, fs:f, ft:f" => ["fle.d {rd}, {ft}, {fs}"] "Set if greater than or equal, doubles.";
    "fmv.x.s" "rd:x, fs:f" => ["fmv.x.w {rd}, {fs}"] "Older name of `fmv.x.w`.";
    "fmv.s.x" "fd:f, rs:x" => ["fmv.w.x {fd}, {rs}"] "Older name of `fmv.w.x`.";

    // Odd ways of writing that existing programs use.
    "lr.w" "rd:x, unused:x, rs:x" => ["lr.w {rd}, ({rs})"] "Load-reserved with an unused second source.";
};
