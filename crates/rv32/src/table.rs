//! The RISC-V instruction table: one row an instruction.
//!
//! A row has the mnemonic, its name in Rust, its class, the 32 bits as in the manual, the
//! operands as they are written, one sentence, and the semantics: `x` is the machine (a
//! [`Reading`](machine::reading::Reading) of it; in an `opaque` row, [`Cx`](machine::run::Cx)), `i`
//! the predecoded instruction. Everything else derives from here: encoding, decoding, disassembly,
//! execution, what a result depends on, the registers that are read and written, `jal explain`,
//! and docs/isa/rv32.md.

use crate::Rv32;
use crate::bits::{count_ones, fill_bytes, product_without_carries, reverse_bytes, trailing_zeros};
use crate::control::{csr_read_clear, csr_read_set, csr_write, user_return};
use crate::fp::*;
use crate::idioms::MEANINGS;
use crate::operand::*;
use machine::float::{self, Double, Single};
use machine::isa::Insn;
use machine::observe::TransferKind;
use machine::reading::{DomainBit, DomainWord};
use machine::run::Flow;
use machine::trap::Trap;

machine::instructions! {
Rv32 MEANINGS;
common {
"I" {
    "lui" Lui Alu "......... ........... ..... 0110111" [RD, IMM20]
        "Loads a number into the upper 20 bits; the lower 12 become zero."
        |x, i| x.set_rd(i, x.imm(i) << 12);
    "auipc" Auipc Alu "......... ........... ..... 0010111" [RD, IMM20]
        "Adds a number, shifted left by 12 bits, to the address of this instruction."
        |x, i| x.set_rd(i, x.pc() + (x.imm(i) << 12));
    "jal" Jal Jump ".................... ..... 1101111" [RD, JUMP]
        "Jumps to the target and saves the address of the next instruction: a call."
        |x, i| { x.set_rd(i, x.next_pc()); Flow::Direct };
    "jalr" Jalr JumpRegister "............ ..... 000 ..... 1100111" [RD, RS1, IMM]
        "Jumps to the address in a register plus a number and saves the address of the next instruction."
        |x, i| { let to = (x.rs1(i) + x.imm(i)) & !1; x.set_rd(i, x.next_pc()); Flow::Indirect(to) };
    "beq" Beq Branch "....... ..... ..... 000 ..... 1100011" [RS1, RS2, BRANCH]
        "Branches if the two registers are equal."
        |x, i| Flow::Branch(x.rs1(i).equals(x.rs2(i)));
    "bne" Bne Branch "....... ..... ..... 001 ..... 1100011" [RS1, RS2, BRANCH]
        "Branches if the two registers are not equal."
        |x, i| Flow::Branch(!x.rs1(i).equals(x.rs2(i)));
    "blt" Blt Branch "....... ..... ..... 100 ..... 1100011" [RS1, RS2, BRANCH]
        "Branches if the first is less than the second, as signed numbers."
        |x, i| Flow::Branch(x.rs1(i).less_signed(x.rs2(i)));
    "bge" Bge Branch "....... ..... ..... 101 ..... 1100011" [RS1, RS2, BRANCH]
        "Branches if the first is greater than or equal to the second, as signed numbers."
        |x, i| Flow::Branch(!x.rs1(i).less_signed(x.rs2(i)));
    "bltu" Bltu Branch "....... ..... ..... 110 ..... 1100011" [RS1, RS2, BRANCH]
        "Branches if the first is less than the second, as unsigned numbers."
        |x, i| Flow::Branch(x.rs1(i).less_unsigned(x.rs2(i)));
    "bgeu" Bgeu Branch "....... ..... ..... 111 ..... 1100011" [RS1, RS2, BRANCH]
        "Branches if the first is greater than or equal to the second, as unsigned numbers."
        |x, i| Flow::Branch(!x.rs1(i).less_unsigned(x.rs2(i)));
    "lb" Lb Load "............ ..... 000 ..... 0000011" [RD, OFFSET, BASE]
        "Loads a byte and extends its sign."
        |x, i| x.load::<1>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v.sext8()));
    "lh" Lh Load "............ ..... 001 ..... 0000011" [RD, OFFSET, BASE]
        "Loads a half-word (2 bytes) and extends its sign."
        |x, i| x.load::<2>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v.sext16()));
    "lw" Lw Load "............ ..... 010 ..... 0000011" [RD, OFFSET, BASE]
        "Loads a word (4 bytes)."
        |x, i| x.load::<4>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v));
    "lbu" Lbu Load "............ ..... 100 ..... 0000011" [RD, OFFSET, BASE]
        "Loads a byte as an unsigned number."
        |x, i| x.load::<1>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v));
    "lhu" Lhu Load "............ ..... 101 ..... 0000011" [RD, OFFSET, BASE]
        "Loads a half-word (2 bytes) as an unsigned number."
        |x, i| x.load::<2>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v));
    "sb" Sb Store "....... ..... ..... 000 ..... 0100011" [RS2, STORE_OFFSET, BASE]
        "Stores the low byte of a register."
        |x, i| x.store::<1>(x.rs1(i) + x.imm(i), x.rs2(i));
    "sh" Sh Store "....... ..... ..... 001 ..... 0100011" [RS2, STORE_OFFSET, BASE]
        "Stores the low half-word (2 bytes) of a register."
        |x, i| x.store::<2>(x.rs1(i) + x.imm(i), x.rs2(i));
    "sw" Sw Store "....... ..... ..... 010 ..... 0100011" [RS2, STORE_OFFSET, BASE]
        "Stores a register (4 bytes)."
        |x, i| x.store::<4>(x.rs1(i) + x.imm(i), x.rs2(i));
    "addi" Addi Alu "............ ..... 000 ..... 0010011" [RD, RS1, IMM]
        "Adds a number to a register."
        |x, i| x.set_rd(i, x.rs1(i) + x.imm(i));
    "slti" Slti Alu "............ ..... 010 ..... 0010011" [RD, RS1, IMM]
        "1 if the register is less than the number, as signed numbers, else 0."
        |x, i| x.set_rd(i, x.rs1(i).less_signed(x.imm(i)).word());
    "sltiu" Sltiu Alu "............ ..... 011 ..... 0010011" [RD, RS1, IMM]
        "1 if the register is less than the sign-extended number, as unsigned numbers, else 0."
        |x, i| x.set_rd(i, x.rs1(i).less_unsigned(x.imm(i)).word());
    "xori" Xori Alu "............ ..... 100 ..... 0010011" [RD, RS1, IMM]
        "Exclusive or with a sign-extended number."
        |x, i| x.set_rd(i, x.rs1(i) ^ x.imm(i));
    "ori" Ori Alu "............ ..... 110 ..... 0010011" [RD, RS1, IMM]
        "Or with a sign-extended number."
        |x, i| x.set_rd(i, x.rs1(i) | x.imm(i));
    "andi" Andi Alu "............ ..... 111 ..... 0010011" [RD, RS1, IMM]
        "And with a sign-extended number."
        |x, i| x.set_rd(i, x.rs1(i) & x.imm(i));
    "slli" Slli Alu "0000000 ..... ..... 001 ..... 0010011" [RD, RS1, SHAMT]
        "Shifts left by 0 to 31 bits."
        |x, i| x.set_rd(i, x.rs1(i) << x.imm(i));
    "srli" Srli Alu "0000000 ..... ..... 101 ..... 0010011" [RD, RS1, SHAMT]
        "Shifts right by 0 to 31 bits and fills with zeros."
        |x, i| x.set_rd(i, x.rs1(i) >> x.imm(i));
    "srai" Srai Alu "0100000 ..... ..... 101 ..... 0010011" [RD, RS1, SHAMT]
        "Shifts right by 0 to 31 bits and fills with copies of the sign."
        |x, i| x.set_rd(i, x.rs1(i).shr_signed(x.imm(i)));
    "add" Add Alu "0000000 ..... ..... 000 ..... 0110011" [RD, RS1, RS2]
        "Adds two registers."
        |x, i| x.set_rd(i, x.rs1(i) + x.rs2(i));
    "sub" Sub Alu "0100000 ..... ..... 000 ..... 0110011" [RD, RS1, RS2]
        "Subtracts the second register from the first."
        |x, i| x.set_rd(i, x.rs1(i) - x.rs2(i));
    "sll" Sll Alu "0000000 ..... ..... 001 ..... 0110011" [RD, RS1, RS2]
        "Shifts left by the low 5 bits of the second register."
        |x, i| x.set_rd(i, x.rs1(i) << x.rs2(i));
    "slt" Slt Alu "0000000 ..... ..... 010 ..... 0110011" [RD, RS1, RS2]
        "1 if the first is less than the second, as signed numbers, else 0."
        |x, i| x.set_rd(i, x.rs1(i).less_signed(x.rs2(i)).word());
    "sltu" Sltu Alu "0000000 ..... ..... 011 ..... 0110011" [RD, RS1, RS2]
        "1 if the first is less than the second, as unsigned numbers, else 0."
        |x, i| x.set_rd(i, x.rs1(i).less_unsigned(x.rs2(i)).word());
    "xor" Xor Alu "0000000 ..... ..... 100 ..... 0110011" [RD, RS1, RS2]
        "Exclusive or of two registers."
        |x, i| x.set_rd(i, x.rs1(i) ^ x.rs2(i));
    "srl" Srl Alu "0000000 ..... ..... 101 ..... 0110011" [RD, RS1, RS2]
        "Shifts right by the low 5 bits of the second register and fills with zeros."
        |x, i| x.set_rd(i, x.rs1(i) >> x.rs2(i));
    "sra" Sra Alu "0100000 ..... ..... 101 ..... 0110011" [RD, RS1, RS2]
        "Shifts right by the low 5 bits of the second register and fills with copies of the sign."
        |x, i| x.set_rd(i, x.rs1(i).shr_signed(x.rs2(i)));
    "or" Or Alu "0000000 ..... ..... 110 ..... 0110011" [RD, RS1, RS2]
        "Or of two registers."
        |x, i| x.set_rd(i, x.rs1(i) | x.rs2(i));
    "and" And Alu "0000000 ..... ..... 111 ..... 0110011" [RD, RS1, RS2]
        "And of two registers."
        |x, i| x.set_rd(i, x.rs1(i) & x.rs2(i));
    "fence" Fence Fence "0000 .... .... ..... 000 ..... 0001111" [PRED, SUCC]
        "Orders memory accesses; with one hart there is nothing to order."
        |_x, _i| ();
    "fence.tso" FenceTso Fence "1000 0011 0011 ..... 000 ..... 0001111" []
        "Orders memory accesses; with one hart there is nothing to order."
        |_x, _i| ();
    "ecall" Ecall System "000000000000 00000 000 00000 1110011" []
        "Calls the environment."
        |_x, _i| Flow::Host;
    "ebreak" Ebreak System "000000000001 00000 000 00000 1110011" []
        "Hands over to a debugger."
        |_x, _i| Err::<(), _>(Trap::Breakpoint { code: 0 });
}
"M" {
    "mul" Mul MulDiv "0000001 ..... ..... 000 ..... 0110011" [RD, RS1, RS2]
        "The low 32 bits of the product."
        |x, i| x.set_rd(i, x.rs1(i) * x.rs2(i));
    "mulh" Mulh MulDiv "0000001 ..... ..... 001 ..... 0110011" [RD, RS1, RS2]
        "The high 32 bits of the product of two signed numbers."
        |x, i| x.set_rd(i, x.rs1(i).product_signed(x.rs2(i)).0);
    "mulhsu" Mulhsu MulDiv "0000001 ..... ..... 010 ..... 0110011" [RD, RS1, RS2]
        "The high 32 bits of the product of a signed and an unsigned number."
        |x, i| x.set_rd(i, x.rs1(i).product_mixed(x.rs2(i)).0);
    "mulhu" Mulhu MulDiv "0000001 ..... ..... 011 ..... 0110011" [RD, RS1, RS2]
        "The high 32 bits of the product of two unsigned numbers."
        |x, i| x.set_rd(i, x.rs1(i).product_unsigned(x.rs2(i)).0);
    "div" Div MulDiv "0000001 ..... ..... 100 ..... 0110011" [RD, RS1, RS2]
        "Signed division, rounded towards zero; division by zero gives -1."
        |x, i| x.set_rd(i, x.rs1(i).div_signed(x.rs2(i)));
    "divu" Divu MulDiv "0000001 ..... ..... 101 ..... 0110011" [RD, RS1, RS2]
        "Unsigned division; division by zero gives 2^32 - 1."
        |x, i| x.set_rd(i, x.rs1(i).div_unsigned(x.rs2(i)));
    "rem" Rem MulDiv "0000001 ..... ..... 110 ..... 0110011" [RD, RS1, RS2]
        "Remainder of the signed division, with the sign of the dividend; division by zero gives the dividend."
        |x, i| x.set_rd(i, x.rs1(i).rem_signed(x.rs2(i)));
    "remu" Remu MulDiv "0000001 ..... ..... 111 ..... 0110011" [RD, RS1, RS2]
        "Remainder of the unsigned division; division by zero gives the dividend."
        |x, i| x.set_rd(i, x.rs1(i).rem_unsigned(x.rs2(i)));
}
"F" {
    "flw" Flw Load "............ ..... 010 ..... 0000111" [FD, OFFSET, BASE]
        "Loads a single-precision number."
        opaque |x, i| x.load::<4>(x.rs1(i).wrapping_add(i.imm())).map(|v| set_single(x, i, v as u32));
    "fsw" Fsw Store "....... ..... ..... 010 ..... 0100111" [FS2, STORE_OFFSET, BASE]
        "Stores a single-precision number."
        opaque |x, i| x.store::<4>(x.rs1(i).wrapping_add(i.imm()), x.f(i.rs2) & 0xffff_ffff);
    "fmadd.s" FmaddS Float "..... 00 ..... ..... ... ..... 1000011" [FD, FS1, FS2, FS3, RM]
        "rs1 × rs2 + rs3, rounded once."
        opaque |x, i| fused::<Single, _, _>(x, i, false, false);
    "fmsub.s" FmsubS Float "..... 00 ..... ..... ... ..... 1000111" [FD, FS1, FS2, FS3, RM]
        "rs1 × rs2 - rs3, rounded once."
        opaque |x, i| fused::<Single, _, _>(x, i, false, true);
    "fnmsub.s" FnmsubS Float "..... 00 ..... ..... ... ..... 1001011" [FD, FS1, FS2, FS3, RM]
        "-(rs1 × rs2) + rs3, rounded once."
        opaque |x, i| fused::<Single, _, _>(x, i, true, false);
    "fnmadd.s" FnmaddS Float "..... 00 ..... ..... ... ..... 1001111" [FD, FS1, FS2, FS3, RM]
        "-(rs1 × rs2) - rs3, rounded once."
        opaque |x, i| fused::<Single, _, _>(x, i, true, true);
    "fadd.s" FaddS Float "0000000 ..... ..... ... ..... 1010011" [FD, FS1, FS2, RM]
        "Adds two single-precision numbers."
        opaque |x, i| arithmetic::<Single, _, _>(x, i, float::add::<Single>);
    "fsub.s" FsubS Float "0000100 ..... ..... ... ..... 1010011" [FD, FS1, FS2, RM]
        "Subtracts two single-precision numbers."
        opaque |x, i| arithmetic::<Single, _, _>(x, i, float::sub::<Single>);
    "fmul.s" FmulS Float "0001000 ..... ..... ... ..... 1010011" [FD, FS1, FS2, RM]
        "Multiplies two single-precision numbers."
        opaque |x, i| arithmetic::<Single, _, _>(x, i, float::mul::<Single>);
    "fdiv.s" FdivS Float "0001100 ..... ..... ... ..... 1010011" [FD, FS1, FS2, RM]
        "Divides two single-precision numbers."
        opaque |x, i| arithmetic::<Single, _, _>(x, i, float::div::<Single>);
    "fsqrt.s" FsqrtS Float "0101100 00000 ..... ... ..... 1010011" [FD, FS1, RM]
        "The square root of a single-precision number."
        opaque |x, i| square_root::<Single, _, _>(x, i);
    "fsgnj.s" FsgnjS Float "0010000 ..... ..... 000 ..... 1010011" [FD, FS1, FS2]
        "rs1 with the sign of rs2."
        opaque |x, i| quiet::<Single, _, _>(x, i, float::sign_inject::<Single>);
    "fsgnjn.s" FsgnjnS Float "0010000 ..... ..... 001 ..... 1010011" [FD, FS1, FS2]
        "rs1 with the opposite sign of rs2."
        opaque |x, i| quiet::<Single, _, _>(x, i, float::sign_inject_neg::<Single>);
    "fsgnjx.s" FsgnjxS Float "0010000 ..... ..... 010 ..... 1010011" [FD, FS1, FS2]
        "rs1, its sign flipped if rs2 is negative."
        opaque |x, i| quiet::<Single, _, _>(x, i, float::sign_inject_xor::<Single>);
    "fmin.s" FminS Float "0010100 ..... ..... 000 ..... 1010011" [FD, FS1, FS2]
        "The smaller of two single-precision numbers."
        opaque |x, i| choose::<Single, _, _>(x, i, float::min::<Single>);
    "fmax.s" FmaxS Float "0010100 ..... ..... 001 ..... 1010011" [FD, FS1, FS2]
        "The greater of two single-precision numbers."
        opaque |x, i| choose::<Single, _, _>(x, i, float::max::<Single>);
    "fcvt.w.s" FcvtWS Float "1100000 00000 ..... ... ..... 1010011" [RD, FS1, RM]
        "Converts a single-precision number to a signed integer."
        opaque |x, i| to_integer::<Single, _, _>(x, i, |v, rm, flags| float::to_i32::<Single>(v, rm, flags) as u32);
    "fcvt.wu.s" FcvtWuS Float "1100000 00001 ..... ... ..... 1010011" [RD, FS1, RM]
        "Converts a single-precision number to an unsigned integer."
        opaque |x, i| to_integer::<Single, _, _>(x, i, float::to_u32::<Single>);
    "fmv.x.w" FmvXW Float "1110000 00000 ..... 000 ..... 1010011" [RD, FS1]
        "Copies the bits of a single-precision number to an integer register."
        opaque |x, i| x.set_rd(i, x.f(i.rs1) as u32);
    "feq.s" FeqS Float "1010000 ..... ..... 010 ..... 1010011" [RD, FS1, FS2]
        "1 if the two are equal, else 0; 0 if either is NaN."
        opaque |x, i| compare::<Single, _, _>(x, i, float::eq::<Single>);
    "flt.s" FltS Float "1010000 ..... ..... 001 ..... 1010011" [RD, FS1, FS2]
        "1 if the first is less than the second, else 0."
        opaque |x, i| compare::<Single, _, _>(x, i, float::lt::<Single>);
    "fle.s" FleS Float "1010000 ..... ..... 000 ..... 1010011" [RD, FS1, FS2]
        "1 if the first is less than or equal to the second, else 0."
        opaque |x, i| compare::<Single, _, _>(x, i, float::le::<Single>);
    "fclass.s" FclassS Float "1110000 00000 ..... 001 ..... 1010011" [RD, FS1]
        "Classifies a number: sets one of ten bits."
        opaque |x, i| classify::<Single, _, _>(x, i);
    "fcvt.s.w" FcvtSW Float "1101000 00000 ..... ... ..... 1010011" [FD, RS1, RM]
        "Converts a signed integer to single precision."
        opaque |x, i| from_integer::<Single, _, _>(x, i, |v, rm, flags| float::from_i32::<Single>(v as i32, rm, flags));
    "fcvt.s.wu" FcvtSWu Float "1101000 00001 ..... ... ..... 1010011" [FD, RS1, RM]
        "Converts an unsigned integer to single precision."
        opaque |x, i| from_integer::<Single, _, _>(x, i, float::from_u32::<Single>);
    "fmv.w.x" FmvWX Float "1111000 00000 ..... 000 ..... 1010011" [FD, RS1]
        "Copies the bits of an integer register as a single-precision number."
        opaque |x, i| { let bits = x.rs1(i); set_single(x, i, bits) };
}
"D" {
    "fld" Fld Load "............ ..... 011 ..... 0000111" [FD, OFFSET, BASE]
        "Loads a double-precision number."
        opaque |x, i| x.load::<8>(x.rs1(i).wrapping_add(i.imm())).map(|v| x.set_f(i.rd, v));
    "fsd" Fsd Store "....... ..... ..... 011 ..... 0100111" [FS2, STORE_OFFSET, BASE]
        "Stores a double-precision number."
        opaque |x, i| x.store::<8>(x.rs1(i).wrapping_add(i.imm()), x.f(i.rs2));
    "fmadd.d" FmaddD Float "..... 01 ..... ..... ... ..... 1000011" [FD, FS1, FS2, FS3, RM]
        "rs1 × rs2 + rs3, rounded once."
        opaque |x, i| fused::<Double, _, _>(x, i, false, false);
    "fmsub.d" FmsubD Float "..... 01 ..... ..... ... ..... 1000111" [FD, FS1, FS2, FS3, RM]
        "rs1 × rs2 - rs3, rounded once."
        opaque |x, i| fused::<Double, _, _>(x, i, false, true);
    "fnmsub.d" FnmsubD Float "..... 01 ..... ..... ... ..... 1001011" [FD, FS1, FS2, FS3, RM]
        "-(rs1 × rs2) + rs3, rounded once."
        opaque |x, i| fused::<Double, _, _>(x, i, true, false);
    "fnmadd.d" FnmaddD Float "..... 01 ..... ..... ... ..... 1001111" [FD, FS1, FS2, FS3, RM]
        "-(rs1 × rs2) - rs3, rounded once."
        opaque |x, i| fused::<Double, _, _>(x, i, true, true);
    "fadd.d" FaddD Float "0000001 ..... ..... ... ..... 1010011" [FD, FS1, FS2, RM]
        "Adds two double-precision numbers."
        opaque |x, i| arithmetic::<Double, _, _>(x, i, float::add::<Double>);
    "fsub.d" FsubD Float "0000101 ..... ..... ... ..... 1010011" [FD, FS1, FS2, RM]
        "Subtracts two double-precision numbers."
        opaque |x, i| arithmetic::<Double, _, _>(x, i, float::sub::<Double>);
    "fmul.d" FmulD Float "0001001 ..... ..... ... ..... 1010011" [FD, FS1, FS2, RM]
        "Multiplies two double-precision numbers."
        opaque |x, i| arithmetic::<Double, _, _>(x, i, float::mul::<Double>);
    "fdiv.d" FdivD Float "0001101 ..... ..... ... ..... 1010011" [FD, FS1, FS2, RM]
        "Divides two double-precision numbers."
        opaque |x, i| arithmetic::<Double, _, _>(x, i, float::div::<Double>);
    "fsqrt.d" FsqrtD Float "0101101 00000 ..... ... ..... 1010011" [FD, FS1, RM]
        "The square root of a double-precision number."
        opaque |x, i| square_root::<Double, _, _>(x, i);
    "fsgnj.d" FsgnjD Float "0010001 ..... ..... 000 ..... 1010011" [FD, FS1, FS2]
        "rs1 with the sign of rs2."
        opaque |x, i| quiet::<Double, _, _>(x, i, float::sign_inject::<Double>);
    "fsgnjn.d" FsgnjnD Float "0010001 ..... ..... 001 ..... 1010011" [FD, FS1, FS2]
        "rs1 with the opposite sign of rs2."
        opaque |x, i| quiet::<Double, _, _>(x, i, float::sign_inject_neg::<Double>);
    "fsgnjx.d" FsgnjxD Float "0010001 ..... ..... 010 ..... 1010011" [FD, FS1, FS2]
        "rs1, its sign flipped if rs2 is negative."
        opaque |x, i| quiet::<Double, _, _>(x, i, float::sign_inject_xor::<Double>);
    "fmin.d" FminD Float "0010101 ..... ..... 000 ..... 1010011" [FD, FS1, FS2]
        "The smaller of two double-precision numbers."
        opaque |x, i| choose::<Double, _, _>(x, i, float::min::<Double>);
    "fmax.d" FmaxD Float "0010101 ..... ..... 001 ..... 1010011" [FD, FS1, FS2]
        "The greater of two double-precision numbers."
        opaque |x, i| choose::<Double, _, _>(x, i, float::max::<Double>);
    "fcvt.s.d" FcvtSD Float "0100000 00001 ..... ... ..... 1010011" [FD, FS1, RM]
        "Converts double to single precision."
        opaque |x, i| narrow(x, i);
    "fcvt.d.s" FcvtDS Float "0100001 00000 ..... ... ..... 1010011" [FD, FS1, RM_EXACT]
        "Converts single to double precision."
        opaque |x, i| widen(x, i);
    "feq.d" FeqD Float "1010001 ..... ..... 010 ..... 1010011" [RD, FS1, FS2]
        "1 if the two are equal, else 0; 0 if either is NaN."
        opaque |x, i| compare::<Double, _, _>(x, i, float::eq::<Double>);
    "flt.d" FltD Float "1010001 ..... ..... 001 ..... 1010011" [RD, FS1, FS2]
        "1 if the first is less than the second, else 0."
        opaque |x, i| compare::<Double, _, _>(x, i, float::lt::<Double>);
    "fle.d" FleD Float "1010001 ..... ..... 000 ..... 1010011" [RD, FS1, FS2]
        "1 if the first is less than or equal to the second, else 0."
        opaque |x, i| compare::<Double, _, _>(x, i, float::le::<Double>);
    "fclass.d" FclassD Float "1110001 00000 ..... 001 ..... 1010011" [RD, FS1]
        "Classifies a number: sets one of ten bits."
        opaque |x, i| classify::<Double, _, _>(x, i);
    "fcvt.w.d" FcvtWD Float "1100001 00000 ..... ... ..... 1010011" [RD, FS1, RM]
        "Converts a double-precision number to a signed integer."
        opaque |x, i| to_integer::<Double, _, _>(x, i, |v, rm, flags| float::to_i32::<Double>(v, rm, flags) as u32);
    "fcvt.wu.d" FcvtWuD Float "1100001 00001 ..... ... ..... 1010011" [RD, FS1, RM]
        "Converts a double-precision number to an unsigned integer."
        opaque |x, i| to_integer::<Double, _, _>(x, i, float::to_u32::<Double>);
    "fcvt.d.w" FcvtDW Float "1101001 00000 ..... ... ..... 1010011" [FD, RS1, RM_EXACT]
        "Converts a signed integer to double precision."
        opaque |x, i| from_integer::<Double, _, _>(x, i, |v, rm, flags| float::from_i32::<Double>(v as i32, rm, flags));
    "fcvt.d.wu" FcvtDWu Float "1101001 00001 ..... ... ..... 1010011" [FD, RS1, RM_EXACT]
        "Converts an unsigned integer to double precision."
        opaque |x, i| from_integer::<Double, _, _>(x, i, float::from_u32::<Double>);
}
}
rare {
"Zifencei" {
    "fence.i" FenceI Fence "............ ..... 001 ..... 0001111" []
        "Makes stores to instructions visible to execution; here they always are."
        |_x, _i| ();
}
"Zicsr" {
    "csrrw" Csrrw Csr "............ ..... 001 ..... 1110011" [RD, CSR, RS1]
        "Reads a control register and writes a new value to it."
        opaque |x, i| csr_write(x, i, x.rs1(i));
    "csrrs" Csrrs Csr "............ ..... 010 ..... 1110011" [RD, CSR, RS1]
        "Reads a control register and sets the bits that are set in rs1."
        opaque |x, i| csr_read_set(x, i, x.rs1(i));
    "csrrc" Csrrc Csr "............ ..... 011 ..... 1110011" [RD, CSR, RS1]
        "Reads a control register and clears the bits that are set in rs1."
        opaque |x, i| csr_read_clear(x, i, x.rs1(i));
    "csrrwi" Csrrwi Csr "............ ..... 101 ..... 1110011" [RD, CSR, UIMM]
        "Reads a control register and writes a 5-bit number to it."
        opaque |x, i| csr_write(x, i, i.rs1.into());
    "csrrsi" Csrrsi Csr "............ ..... 110 ..... 1110011" [RD, CSR, UIMM]
        "Reads a control register and sets the bits of a 5-bit number."
        opaque |x, i| csr_read_set(x, i, i.rs1.into());
    "csrrci" Csrrci Csr "............ ..... 111 ..... 1110011" [RD, CSR, UIMM]
        "Reads a control register and clears the bits of a 5-bit number."
        opaque |x, i| csr_read_clear(x, i, i.rs1.into());
}
"N" {
    "uret" Uret System "000000000010 00000 000 00000 1110011" []
        "Returns from a handler of traps to the address in `uepc`."
        opaque |x, i| user_return(x).map(|to| Flow::Now(to.into()));
    "wfi" Wfi System "000100000101 00000 000 00000 1110011" []
        "Waits for an interrupt; here it goes on at once."
        |_x, _i| ();
}
"A" {
    "lr.w" LrW Atomic "00010 .. 00000 ..... 010 ..... 0101111" [RD, BASE] + ORDER
        "Loads a word and reserves its address for a following sc.w."
        opaque |x, i| crate::atomic::load_reserved(x, i);
    "sc.w" ScW Atomic "00011 .. ..... ..... 010 ..... 0101111" [RD, RS2, BASE] + ORDER
        "Stores a word if its address is still reserved; sets rd to 0 if it did, and to 1 if not."
        opaque |x, i| crate::atomic::store_conditional(x, i);
    "amoswap.w" AmoswapW Atomic "00001 .. ..... ..... 010 ..... 0101111" [RD, RS2, BASE] + ORDER
        "Swaps a word in memory with a register; rd gets the old value."
        |x, i| crate::atomic::modify(x, i, |_old, new| new);
    "amoadd.w" AmoaddW Atomic "00000 .. ..... ..... 010 ..... 0101111" [RD, RS2, BASE] + ORDER
        "Adds a register to a word in memory; rd gets the old value."
        |x, i| crate::atomic::modify(x, i, |old, new| old + new);
    "amoxor.w" AmoxorW Atomic "00100 .. ..... ..... 010 ..... 0101111" [RD, RS2, BASE] + ORDER
        "Exclusive or of a register into a word in memory; rd gets the old value."
        |x, i| crate::atomic::modify(x, i, |old, new| old ^ new);
    "amoand.w" AmoandW Atomic "01100 .. ..... ..... 010 ..... 0101111" [RD, RS2, BASE] + ORDER
        "And of a register into a word in memory; rd gets the old value."
        |x, i| crate::atomic::modify(x, i, |old, new| old & new);
    "amoor.w" AmoorW Atomic "01000 .. ..... ..... 010 ..... 0101111" [RD, RS2, BASE] + ORDER
        "Or of a register into a word in memory; rd gets the old value."
        |x, i| crate::atomic::modify(x, i, |old, new| old | new);
    "amomin.w" AmominW Atomic "10000 .. ..... ..... 010 ..... 0101111" [RD, RS2, BASE] + ORDER
        "Keeps the smaller signed number in memory; rd gets the old value."
        |x, i| crate::atomic::modify(x, i, |old, new| new.less_signed(old).select(new, old));
    "amomax.w" AmomaxW Atomic "10100 .. ..... ..... 010 ..... 0101111" [RD, RS2, BASE] + ORDER
        "Keeps the greater signed number in memory; rd gets the old value."
        |x, i| crate::atomic::modify(x, i, |old, new| old.less_signed(new).select(new, old));
    "amominu.w" AmominuW Atomic "11000 .. ..... ..... 010 ..... 0101111" [RD, RS2, BASE] + ORDER
        "Keeps the smaller unsigned number in memory; rd gets the old value."
        |x, i| crate::atomic::modify(x, i, |old, new| new.less_unsigned(old).select(new, old));
    "amomaxu.w" AmomaxuW Atomic "11100 .. ..... ..... 010 ..... 0101111" [RD, RS2, BASE] + ORDER
        "Keeps the greater unsigned number in memory; rd gets the old value."
        |x, i| crate::atomic::modify(x, i, |old, new| old.less_unsigned(new).select(new, old));
}
"Zba" {
    "sh1add" Sh1add Alu "0010000 ..... ..... 010 ..... 0110011" [RD, RS1, RS2]
        "Adds twice the first register to the second."
        |x, i| x.set_rd(i, (x.rs1(i) << 1) + x.rs2(i));
    "sh2add" Sh2add Alu "0010000 ..... ..... 100 ..... 0110011" [RD, RS1, RS2]
        "Adds four times the first register to the second."
        |x, i| x.set_rd(i, (x.rs1(i) << 2) + x.rs2(i));
    "sh3add" Sh3add Alu "0010000 ..... ..... 110 ..... 0110011" [RD, RS1, RS2]
        "Adds eight times the first register to the second."
        |x, i| x.set_rd(i, (x.rs1(i) << 3) + x.rs2(i));
}
"Zbb" {
    "andn" Andn Alu "0100000 ..... ..... 111 ..... 0110011" [RD, RS1, RS2]
        "And of the first register and the inverted second."
        |x, i| x.set_rd(i, x.rs1(i) & !x.rs2(i));
    "orn" Orn Alu "0100000 ..... ..... 110 ..... 0110011" [RD, RS1, RS2]
        "Or of the first register and the inverted second."
        |x, i| x.set_rd(i, x.rs1(i) | !x.rs2(i));
    "xnor" Xnor Alu "0100000 ..... ..... 100 ..... 0110011" [RD, RS1, RS2]
        "Inverted exclusive or of two registers."
        |x, i| x.set_rd(i, !(x.rs1(i) ^ x.rs2(i)));
    "clz" Clz Alu "0110000 00000 ..... 001 ..... 0010011" [RD, RS1]
        "Counts the leading zeros; 32 for zero."
        |x, i| x.set_rd(i, x.rs1(i).leading_zeros());
    "ctz" Ctz Alu "0110000 00001 ..... 001 ..... 0010011" [RD, RS1]
        "Counts the trailing zeros; 32 for zero."
        |x, i| x.set_rd(i, trailing_zeros(x.rs1(i)));
    "cpop" Cpop Alu "0110000 00010 ..... 001 ..... 0010011" [RD, RS1]
        "Counts the ones."
        |x, i| x.set_rd(i, count_ones(x.rs1(i)));
    "max" Max Alu "0000101 ..... ..... 110 ..... 0110011" [RD, RS1, RS2]
        "The greater of two signed numbers."
        |x, i| x.set_rd(i, x.rs1(i).less_signed(x.rs2(i)).select(x.rs2(i), x.rs1(i)));
    "maxu" Maxu Alu "0000101 ..... ..... 111 ..... 0110011" [RD, RS1, RS2]
        "The greater of two unsigned numbers."
        |x, i| x.set_rd(i, x.rs1(i).less_unsigned(x.rs2(i)).select(x.rs2(i), x.rs1(i)));
    "min" Min Alu "0000101 ..... ..... 100 ..... 0110011" [RD, RS1, RS2]
        "The smaller of two signed numbers."
        |x, i| x.set_rd(i, x.rs1(i).less_signed(x.rs2(i)).select(x.rs1(i), x.rs2(i)));
    "minu" Minu Alu "0000101 ..... ..... 101 ..... 0110011" [RD, RS1, RS2]
        "The smaller of two unsigned numbers."
        |x, i| x.set_rd(i, x.rs1(i).less_unsigned(x.rs2(i)).select(x.rs1(i), x.rs2(i)));
    "sext.b" SextB Alu "0110000 00100 ..... 001 ..... 0010011" [RD, RS1]
        "Extends the sign of a byte."
        |x, i| x.set_rd(i, x.rs1(i).sext8());
    "sext.h" SextH Alu "0110000 00101 ..... 001 ..... 0010011" [RD, RS1]
        "Extends the sign of a half-word."
        |x, i| x.set_rd(i, x.rs1(i).sext16());
    "zext.h" ZextH Alu "0000100 00000 ..... 100 ..... 0110011" [RD, RS1]
        "The low half-word; the upper one becomes zero."
        |x, i| x.set_rd(i, x.rs1(i) & 0xffff);
    "rol" Rol Alu "0110000 ..... ..... 001 ..... 0110011" [RD, RS1, RS2]
        "Rotates left by the low 5 bits of the second register."
        |x, i| x.set_rd(i, x.rs1(i).rotate_right(X::Word::from(0) - x.rs2(i)));
    "ror" Ror Alu "0110000 ..... ..... 101 ..... 0110011" [RD, RS1, RS2]
        "Rotates right by the low 5 bits of the second register."
        |x, i| x.set_rd(i, x.rs1(i).rotate_right(x.rs2(i)));
    "rori" Rori Alu "0110000 ..... ..... 101 ..... 0010011" [RD, RS1, SHAMT]
        "Rotates right by 0 to 31 bits."
        |x, i| x.set_rd(i, x.rs1(i).rotate_right(x.imm(i)));
    "orc.b" OrcB Alu "0010100 00111 ..... 101 ..... 0010011" [RD, RS1]
        "Sets all bits of every byte that is not zero."
        |x, i| x.set_rd(i, fill_bytes(x.rs1(i)));
    "rev8" Rev8 Alu "0110100 11000 ..... 101 ..... 0010011" [RD, RS1]
        "Reverses the order of the four bytes."
        |x, i| x.set_rd(i, reverse_bytes(x.rs1(i)));
}
"Zbc" {
    "clmul" Clmul MulDiv "0000101 ..... ..... 001 ..... 0110011" [RD, RS1, RS2]
        "The low 32 bits of the product without carries."
        |x, i| x.set_rd(i, product_without_carries(x.rs1(i), x.rs2(i)).1);
    "clmulh" Clmulh MulDiv "0000101 ..... ..... 011 ..... 0110011" [RD, RS1, RS2]
        "The high 32 bits of the product without carries."
        |x, i| x.set_rd(i, product_without_carries(x.rs1(i), x.rs2(i)).0);
    "clmulr" Clmulr MulDiv "0000101 ..... ..... 010 ..... 0110011" [RD, RS1, RS2]
        "Bits 31 to 62 of the product without carries."
        |x, i| { let (high, low) = product_without_carries(x.rs1(i), x.rs2(i)); x.set_rd(i, high << 1 | low >> 31) };
}
"Zbs" {
    "bclr" Bclr Alu "0100100 ..... ..... 001 ..... 0110011" [RD, RS1, RS2]
        "Clears the bit whose number is in the low 5 bits of the second register."
        |x, i| x.set_rd(i, x.rs1(i) & !(X::Word::from(1) << x.rs2(i)));
    "bclri" Bclri Alu "0100100 ..... ..... 001 ..... 0010011" [RD, RS1, SHAMT]
        "Clears one bit."
        |x, i| x.set_rd(i, x.rs1(i) & !(X::Word::from(1) << x.imm(i)));
    "bext" Bext Alu "0100100 ..... ..... 101 ..... 0110011" [RD, RS1, RS2]
        "Extracts the bit whose number is in the low 5 bits of the second register."
        |x, i| x.set_rd(i, x.rs1(i) >> x.rs2(i) & 1);
    "bexti" Bexti Alu "0100100 ..... ..... 101 ..... 0010011" [RD, RS1, SHAMT]
        "Extracts one bit."
        |x, i| x.set_rd(i, x.rs1(i) >> x.imm(i) & 1);
    "binv" Binv Alu "0110100 ..... ..... 001 ..... 0110011" [RD, RS1, RS2]
        "Inverts the bit whose number is in the low 5 bits of the second register."
        |x, i| x.set_rd(i, x.rs1(i) ^ X::Word::from(1) << x.rs2(i));
    "binvi" Binvi Alu "0110100 ..... ..... 001 ..... 0010011" [RD, RS1, SHAMT]
        "Inverts one bit."
        |x, i| x.set_rd(i, x.rs1(i) ^ X::Word::from(1) << x.imm(i));
    "bset" Bset Alu "0010100 ..... ..... 001 ..... 0110011" [RD, RS1, RS2]
        "Sets the bit whose number is in the low 5 bits of the second register."
        |x, i| x.set_rd(i, x.rs1(i) | X::Word::from(1) << x.rs2(i));
    "bseti" Bseti Alu "0010100 ..... ..... 001 ..... 0010011" [RD, RS1, SHAMT]
        "Sets one bit."
        |x, i| x.set_rd(i, x.rs1(i) | X::Word::from(1) << x.imm(i));
}
"Zicond" {
    "czero.eqz" CzeroEqz Alu "0000111 ..... ..... 101 ..... 0110011" [RD, RS1, RS2]
        "The first register, or 0 if the second is zero."
        |x, i| x.set_rd(i, x.rs2(i).is_zero().select(0.into(), x.rs1(i)));
    "czero.nez" CzeroNez Alu "0000111 ..... ..... 111 ..... 0110011" [RD, RS1, RS2]
        "The first register, or 0 if the second is not zero."
        |x, i| x.set_rd(i, x.rs2(i).is_zero().select(x.rs1(i), 0.into()));
}
}
fused {
    LwLwLw = Lw Lw Lw;                            LwLwAddi = Lw Lw Addi;
    LwLwBge = Lw Lw Bge;                          LwLwBlt = Lw Lw Blt;
    LwLwMul = Lw Lw Mul;                          LwAddiAddi = Lw Addi Addi;
    LwAddiLw = Lw Addi Lw;                        LwAddiBge = Lw Addi Bge;
    LwAddiJalr = Lw Addi Jalr;                    SwSwSw = Sw Sw Sw;
    SwSwAddi = Sw Sw Addi;                        SwAddiAddi = Sw Addi Addi;
    SwAddiBeq = Sw Addi Beq;                      SbAddAdd = Sb Add Add;
    SbAddBltu = Sb Add Bltu;                      AddiAddiAddi = Addi Addi Addi;
    AddiAddiJal = Addi Addi Jal;                  AddiAddiBltu = Addi Addi Bltu;
    AddiAddiBlt = Addi Addi Blt;                  AddiAddiBne = Addi Addi Bne;
    AddiAddiMul = Addi Addi Mul;                  AddiMulAdd = Addi Mul Add;
    AddiLbuBne = Addi Lbu Bne;                    AddiLwAddi = Addi Lw Addi;
    AddiSwSw = Addi Sw Sw;                        AddAddBltu = Add Add Bltu;
    AddSlliAdd = Add Slli Add;                    SlliAddLw = Slli Add Lw;
    SlliAddSlli = Slli Add Slli;                  SlliAddSw = Slli Add Sw;
    SlliAddLhu = Slli Add Lhu;                    SlliSrliOr = Slli Srli Or;
    MulAddBne = Mul Add Bne;                      LbuAddiBne = Lbu Addi Bne;
    LbuXorMul = Lbu Xor Mul;
    AddiAddi = Addi Addi;         LwLw = Lw Lw;                 AddiBltu = Addi Bltu;
    LwAddi = Lw Addi;             SlliAdd = Slli Add;           SwSw = Sw Sw;
    SwAddi = Sw Addi;             AddAddi = Add Addi;           LbuBne = Lbu Bne;
    AddiJal = Addi Jal;           AddBltu = Add Bltu;           SbAdd = Sb Add;
    AddAdd = Add Add;             AddiBne = Addi Bne;           AddiAdd = Addi Add;
    AddBne = Add Bne;             AddLw = Add Lw;               MulAdd = Mul Add;
    AddiLbu = Addi Lbu;           AddiBlt = Addi Blt;           LwBlt = Lw Blt;
    LwBge = Lw Bge;               AddSlli = Add Slli;           AddiMul = Addi Mul;
    LhuBeq = Lhu Beq;             AddiLw = Addi Lw;             AddiBge = Addi Bge;
    AddSb = Add Sb;               AddLbu = Add Lbu;             AddiSw = Addi Sw;
    AddiJalr = Addi Jalr;         LwSlli = Lw Slli;             MulAddi = Mul Addi;
    LwMul = Lw Mul;               XorMul = Xor Mul;             LbuMul = Lbu Mul;
    MulBne = Mul Bne;             XorLbu = Xor Lbu;             AddiXor = Addi Xor;
    LbuAddi = Lbu Addi;           LbuBeq = Lbu Beq;             SbAddi = Sb Addi;
    AddiBgeu = Addi Bgeu;         AddiBeq = Addi Beq;           AddiLhu = Addi Lhu;
    LuiAddi = Lui Addi;           AuipcAddi = Auipc Addi;       AddSw = Add Sw;
    LwJalr = Lw Jalr;             LwBeq = Lw Beq;               LwBne = Lw Bne;
    LwSw = Lw Sw;                 LhuBne = Lhu Bne;             AddLhu = Add Lhu;
    AddSh = Add Sh;               ShAddi = Sh Addi;             AndiBeq = Andi Beq;
    AndiBne = Andi Bne;           SlliSrli = Slli Srli;         SrliOr = Srli Or;
    SwBne = Sw Bne;               ShBeq = Sh Beq;               XorSw = Xor Sw;
    XorSlli = Xor Slli;           OrSlli = Or Slli;             OrMul = Or Mul;
    MulXor = Mul Xor;             MulSlli = Mul Slli;           AddXor = Add Xor;
    SltiuAdd = Sltiu Add;         LhuAddi = Lhu Addi;           AddiSltiu = Addi Sltiu;
    SwBltu = Sw Bltu;             LwJal = Lw Jal;               OrAdd = Or Add;
    AndiAddi = Andi Addi;         SlliSub = Slli Sub;           AndiAdd = Andi Add;
    ShSh = Sh Sh;                 AddiSlli = Addi Slli;         SlliAddi = Slli Addi;
    AddSrli = Add Srli;           SubSrai = Sub Srai;           SubAddi = Sub Addi;
    SrliSlli = Srli Slli;         AddiOr = Addi Or;             SrliAdd = Srli Add;
    SraiSrli = Srai Srli;         SraiSlli = Srai Slli;         SrliAndi = Srli Andi;
}
}

/// What a jump by `insn` means. `ra` and `t0` are the registers that hold return addresses.
pub(crate) fn transfer_kind(insn: &Insn) -> TransferKind {
    let links = |register| register == 1 || register == 5;
    match insn.handler {
        handler::Jal | handler::Jalr if links(insn.rd) => TransferKind::Call,
        handler::Jalr if insn.rd == Insn::SINK && links(insn.rs1) => TransferKind::Return,
        handler::Jal | handler::Jalr => TransferKind::Jump,
        _ => TransferKind::Branch,
    }
}
