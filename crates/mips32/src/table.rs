//! The MIPS instruction table: one row an instruction.
//!
//! A row has the mnemonic, its name in Rust, its class, the 32 bits as in the manual, the
//! operands as they are written, one sentence, and the semantics: `x` is the machine (a
//! [`Reading`](machine::reading::Reading) of it; in an `opaque` row, [`Cx`](machine::run::Cx)), `i`
//! the predecoded instruction. Everything else derives from here: encoding, decoding, disassembly,
//! execution, what a result depends on, the registers that are read and written, `jal explain`,
//! and docs/isa/mips32.md.

use crate::Mips32;
use crate::control::{read_fpu_control, write_fpu_control};
use crate::fp::*;
use crate::idioms::MEANINGS;
use crate::integer::*;
use crate::memory::*;
use crate::operand::*;
use machine::float::{self, Double, Rounding, Single};
use machine::isa::Insn;
use machine::observe::TransferKind;
use machine::reading::{DomainBit, DomainWord};
use machine::run::Flow;
use machine::trap::Trap;

machine::instructions! {
Mips32 MEANINGS;
common {
"MIPS32" {
    "sll" Sll Alu "000000 00000 ..... ..... ..... 000000" [RD, RT, SA]
        "Shifts left by 0 to 31 bits."
        |x, i| x.set_rd(i, x.rs2(i) << x.imm(i));
    "srl" Srl Alu "000000 00000 ..... ..... ..... 000010" [RD, RT, SA]
        "Shifts right by 0 to 31 bits and fills with zeros."
        |x, i| x.set_rd(i, x.rs2(i) >> x.imm(i));
    "sra" Sra Alu "000000 00000 ..... ..... ..... 000011" [RD, RT, SA]
        "Shifts right by 0 to 31 bits and fills with copies of the sign."
        |x, i| x.set_rd(i, x.rs2(i).shr_signed(x.imm(i)));
    "sllv" Sllv Alu "000000 ..... ..... ..... 00000 000100" [RD, RT, RS]
        "Shifts left by the low 5 bits of the last register."
        |x, i| x.set_rd(i, x.rs2(i) << x.rs1(i));
    "srlv" Srlv Alu "000000 ..... ..... ..... 00000 000110" [RD, RT, RS]
        "Shifts right by the low 5 bits of the last register and fills with zeros."
        |x, i| x.set_rd(i, x.rs2(i) >> x.rs1(i));
    "srav" Srav Alu "000000 ..... ..... ..... 00000 000111" [RD, RT, RS]
        "Shifts right by the low 5 bits of the last register and fills with copies of the sign."
        |x, i| x.set_rd(i, x.rs2(i).shr_signed(x.rs1(i)));
    "jr" Jr JumpRegister "000000 ..... 00000 00000 ..... 001000" [RS]
        "Jumps to the address in a register: with `$ra`, a return."
        |x, i| Flow::Indirect(x.rs1(i));
    "jalr" Jalr JumpRegister "000000 ..... 00000 ..... ..... 001001" [RD.or(31), RS]
        "Calls the function whose address is in a register."
        |x, i| { let to = x.rs1(i); x.set_rd(i, x.next_pc()); Flow::Indirect(to) };
    "movz" Movz Alu "000000 ..... ..... ..... 00000 001010" [RD_KEPT, RS, RT]
        "Copies the second register if the third is zero."
        |x, i| x.set_rd_if(x.rs2(i).is_zero(), i, x.rs1(i));
    "movn" Movn Alu "000000 ..... ..... ..... 00000 001011" [RD_KEPT, RS, RT]
        "Copies the second register if the third is not zero."
        |x, i| x.set_rd_if(!x.rs2(i).is_zero(), i, x.rs1(i));
    "syscall" Syscall System "000000 .................... 001100" []
        "Calls the environment."
        |_x, _i| Flow::Host;
    "mfhi" Mfhi MulDiv "000000 00000 00000 ..... 00000 010000" [RD] uses READS_HI
        "Copies HI: the high half of a product, or a remainder."
        |x, i| x.set_rd(i, x.x(HI));
    "mflo" Mflo MulDiv "000000 00000 00000 ..... 00000 010010" [RD] uses READS_LO
        "Copies LO: the low half of a product, or a quotient."
        |x, i| x.set_rd(i, x.x(LO));
    "mult" Mult MulDiv "000000 ..... ..... 00000 00000 011000" [RS, RT] uses SETS_HI_LO
        "Multiplies signed numbers; the 64-bit product goes to HI and LO."
        |x, i| set_hi_lo(x, x.rs1(i).product_signed(x.rs2(i)));
    "multu" Multu MulDiv "000000 ..... ..... 00000 00000 011001" [RS, RT] uses SETS_HI_LO
        "Multiplies unsigned numbers; the 64-bit product goes to HI and LO."
        |x, i| set_hi_lo(x, x.rs1(i).product_unsigned(x.rs2(i)));
    "div" Div MulDiv "000000 ..... ..... 00000 00000 011010" [RS, RT] uses SETS_HI_LO
        "Divides signed numbers: quotient to LO, remainder to HI. Division by zero changes nothing."
        |x, i| { let (a, b) = (x.rs1(i), x.rs2(i)); x.set_x_if(!b.is_zero(), LO, a.div_signed(b)); x.set_x_if(!b.is_zero(), HI, a.rem_signed(b)) };
    "divu" Divu MulDiv "000000 ..... ..... 00000 00000 011011" [RS, RT] uses SETS_HI_LO
        "Divides unsigned numbers: quotient to LO, remainder to HI. Division by zero changes nothing."
        |x, i| { let (a, b) = (x.rs1(i), x.rs2(i)); x.set_x_if(!b.is_zero(), LO, a.div_unsigned(b)); x.set_x_if(!b.is_zero(), HI, a.rem_unsigned(b)) };
    "add" Add Alu "000000 ..... ..... ..... 00000 100000" [RD, RS, RT]
        "Adds; causes an overflow exception if the sum does not fit."
        |x, i| { let (sum, overflows) = x.rs1(i).add_overflowing(x.rs2(i)); x.trap_if(overflows, Trap::Overflow).map(|()| x.set_rd(i, sum)) };
    "addu" Addu Alu "000000 ..... ..... ..... 00000 100001" [RD, RS, RT]
        "Adds; a sum that does not fit is truncated to 32 bits."
        |x, i| x.set_rd(i, x.rs1(i) + x.rs2(i));
    "sub" Sub Alu "000000 ..... ..... ..... 00000 100010" [RD, RS, RT]
        "Subtracts; causes an overflow exception if the difference does not fit."
        |x, i| { let (difference, overflows) = x.rs1(i).sub_overflowing(x.rs2(i)); x.trap_if(overflows, Trap::Overflow).map(|()| x.set_rd(i, difference)) };
    "subu" Subu Alu "000000 ..... ..... ..... 00000 100011" [RD, RS, RT]
        "Subtracts; a difference that does not fit is truncated to 32 bits."
        |x, i| x.set_rd(i, x.rs1(i) - x.rs2(i));
    "and" And Alu "000000 ..... ..... ..... 00000 100100" [RD, RS, RT]
        "And of two registers."
        |x, i| x.set_rd(i, x.rs1(i) & x.rs2(i));
    "or" Or Alu "000000 ..... ..... ..... 00000 100101" [RD, RS, RT]
        "Or of two registers."
        |x, i| x.set_rd(i, x.rs1(i) | x.rs2(i));
    "xor" Xor Alu "000000 ..... ..... ..... 00000 100110" [RD, RS, RT]
        "Exclusive or of two registers."
        |x, i| x.set_rd(i, x.rs1(i) ^ x.rs2(i));
    "nor" Nor Alu "000000 ..... ..... ..... 00000 100111" [RD, RS, RT]
        "Or of two registers, with every bit inverted."
        |x, i| x.set_rd(i, !(x.rs1(i) | x.rs2(i)));
    "slt" Slt Alu "000000 ..... ..... ..... 00000 101010" [RD, RS, RT]
        "1 if the first is less than the second, as signed numbers, else 0."
        |x, i| x.set_rd(i, x.rs1(i).less_signed(x.rs2(i)).word());
    "sltu" Sltu Alu "000000 ..... ..... ..... 00000 101011" [RD, RS, RT]
        "1 if the first is less than the second, as unsigned numbers, else 0."
        |x, i| x.set_rd(i, x.rs1(i).less_unsigned(x.rs2(i)).word());
    "bltz" Bltz Branch "000001 ..... 00000 ................" [RS, BRANCH]
        "Branches if the register is less than zero."
        |x, i| Flow::Branch(x.rs1(i).is_negative());
    "bgez" Bgez Branch "000001 ..... 00001 ................" [RS, BRANCH]
        "Branches if the register is greater than or equal to zero."
        |x, i| Flow::Branch(!x.rs1(i).is_negative());
    "bltzal" Bltzal Branch "000001 ..... 10000 ................" [RS, BRANCH] uses LINK
        "Calls if the register is less than zero."
        |x, i| { let taken = x.rs1(i).is_negative(); link_if(x, taken); Flow::Branch(taken) };
    "bgezal" Bgezal Branch "000001 ..... 10001 ................" [RS, BRANCH] uses LINK
        "Calls if the register is greater than or equal to zero."
        |x, i| { let taken = !x.rs1(i).is_negative(); link_if(x, taken); Flow::Branch(taken) };
    "j" J Jump "000010 .........................." [JUMP]
        "Jumps to the target."
        |_x, _i| Flow::Direct;
    "jal" Jal Jump "000011 .........................." [JUMP] uses LINK
        "Calls a function: jumps to it and saves the return address in `$ra`."
        |x, i| { x.set_x(31, x.next_pc()); Flow::Direct };
    "beq" Beq Branch "000100 ..... ..... ................" [RS, RT, BRANCH]
        "Branches if the two registers are equal."
        |x, i| Flow::Branch(x.rs1(i).equals(x.rs2(i)));
    "bne" Bne Branch "000101 ..... ..... ................" [RS, RT, BRANCH]
        "Branches if the two registers are not equal."
        |x, i| Flow::Branch(!x.rs1(i).equals(x.rs2(i)));
    "blez" Blez Branch "000110 ..... 00000 ................" [RS, BRANCH]
        "Branches if the register is less than or equal to zero."
        |x, i| Flow::Branch(!x.rs1(i).is_positive());
    "bgtz" Bgtz Branch "000111 ..... 00000 ................" [RS, BRANCH]
        "Branches if the register is greater than zero."
        |x, i| Flow::Branch(x.rs1(i).is_positive());
    "addi" Addi Alu "001000 ..... ..... ................" [RT_SET, RS, IMM]
        "Adds a number; causes an overflow exception if the sum does not fit."
        |x, i| { let (sum, overflows) = x.rs1(i).add_overflowing(x.imm(i)); x.trap_if(overflows, Trap::Overflow).map(|()| x.set_rd(i, sum)) };
    "addiu" Addiu Alu "001001 ..... ..... ................" [RT_SET, RS, IMM]
        "Adds a number; a sum that does not fit is truncated to 32 bits."
        |x, i| x.set_rd(i, x.rs1(i) + x.imm(i));
    "slti" Slti Alu "001010 ..... ..... ................" [RT_SET, RS, IMM]
        "1 if the register is less than the number, as signed numbers, else 0."
        |x, i| x.set_rd(i, x.rs1(i).less_signed(x.imm(i)).word());
    "sltiu" Sltiu Alu "001011 ..... ..... ................" [RT_SET, RS, IMM]
        "1 if the register is less than the sign-extended number, as unsigned numbers, else 0."
        |x, i| x.set_rd(i, x.rs1(i).less_unsigned(x.imm(i)).word());
    "andi" Andi Alu "001100 ..... ..... ................" [RT_SET, RS, UIMM]
        "And with a number from 0 to 65535."
        |x, i| x.set_rd(i, x.rs1(i) & x.imm(i));
    "ori" Ori Alu "001101 ..... ..... ................" [RT_SET, RS, UIMM]
        "Or with a number from 0 to 65535."
        |x, i| x.set_rd(i, x.rs1(i) | x.imm(i));
    "xori" Xori Alu "001110 ..... ..... ................" [RT_SET, RS, UIMM]
        "Exclusive or with a number from 0 to 65535."
        |x, i| x.set_rd(i, x.rs1(i) ^ x.imm(i));
    "lui" Lui Alu "001111 00000 ..... ................" [RT_SET, UIMM]
        "Loads a number into the upper 16 bits; the lower 16 become zero."
        |x, i| x.set_rd(i, x.imm(i) << 16);
    "mul" Mul MulDiv "011100 ..... ..... ..... 00000 000010" [RD, RS, RT] uses SETS_HI_LO
        "The low 32 bits of the product; HI and LO are set to the whole product."
        |x, i| { let (high, low) = x.rs1(i).product_signed(x.rs2(i)); set_hi_lo(x, (high, low)); x.set_rd(i, low) };
    "lb" Lb Load "100000 ..... ..... ................" [RT_SET, OFFSET, BASE]
        "Loads a byte and extends its sign."
        |x, i| x.load_aligned::<1>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v.sext8()));
    "lh" Lh Load "100001 ..... ..... ................" [RT_SET, OFFSET, BASE]
        "Loads a half-word (2 bytes) and extends its sign."
        |x, i| x.load_aligned::<2>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v.sext16()));
    "lw" Lw Load "100011 ..... ..... ................" [RT_SET, OFFSET, BASE]
        "Loads a word (4 bytes)."
        |x, i| x.load_aligned::<4>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v));
    "lbu" Lbu Load "100100 ..... ..... ................" [RT_SET, OFFSET, BASE]
        "Loads a byte as an unsigned number."
        |x, i| x.load_aligned::<1>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v));
    "lhu" Lhu Load "100101 ..... ..... ................" [RT_SET, OFFSET, BASE]
        "Loads a half-word (2 bytes) as an unsigned number."
        |x, i| x.load_aligned::<2>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v));
    "sb" Sb Store "101000 ..... ..... ................" [RT, OFFSET, BASE]
        "Stores the low byte of a register."
        |x, i| x.store_aligned::<1>(x.rs1(i) + x.imm(i), x.rs2(i));
    "sh" Sh Store "101001 ..... ..... ................" [RT, OFFSET, BASE]
        "Stores the low half-word (2 bytes) of a register."
        |x, i| x.store_aligned::<2>(x.rs1(i) + x.imm(i), x.rs2(i));
    "sw" Sw Store "101011 ..... ..... ................" [RT, OFFSET, BASE]
        "Stores a register (4 bytes)."
        |x, i| x.store_aligned::<4>(x.rs1(i) + x.imm(i), x.rs2(i));
    "lwl" Lwl Load "100010 ..... ..... ................" [RT_KEPT, OFFSET, BASE]
        "Loads the left part of an unaligned word."
        |x, i| load_left(x, i, x.rs1(i) + x.imm(i));
    "lwr" Lwr Load "100110 ..... ..... ................" [RT_KEPT, OFFSET, BASE]
        "Loads the right part of an unaligned word."
        |x, i| load_right(x, i, x.rs1(i) + x.imm(i));
    "swl" Swl Store "101010 ..... ..... ................" [RT, OFFSET, BASE]
        "Stores the left part of an unaligned word."
        opaque |x, i| store_left(x, x.rs1(i).wrapping_add(i.imm()), x.rs2(i));
    "swr" Swr Store "101110 ..... ..... ................" [RT, OFFSET, BASE]
        "Stores the right part of an unaligned word."
        opaque |x, i| store_right(x, x.rs1(i).wrapping_add(i.imm()), x.rs2(i));
    "ll" Ll Atomic "110000 ..... ..... ................" [RT_SET, OFFSET, BASE]
        "Loads a word that `sc` will store again."
        |x, i| x.load_aligned::<4>(x.rs1(i) + x.imm(i)).map(|v| x.set_rd(i, v));
    "sc" Sc Atomic "111000 ..... ..... ................" [RT_KEPT, OFFSET, BASE]
        "Stores a word and sets the register to 1: with one processor, nothing can come between."
        |x, i| store_conditional(x, i, x.rs1(i) + x.imm(i));
}
"FPU" {
    "lwc1" Lwc1 Load "110001 ..... ..... ................" [FT_SET, OFFSET, BASE]
        "Loads a float (4 bytes)."
        opaque |x, i| { let at = x.rs1(i).wrapping_add(i.imm()); x.load_aligned::<4>(at).map(|v| x.set_f(i.rd, v)) };
    "swc1" Swc1 Store "111001 ..... ..... ................" [FT, OFFSET, BASE]
        "Stores a float (4 bytes)."
        opaque |x, i| x.store_aligned::<4>(x.rs1(i).wrapping_add(i.imm()), x.f(i.rs2));
    "ldc1" Ldc1 Load "110101 ..... ..... ................" [FT_SET, OFFSET, BASE]
        "Loads a double (8 bytes)."
        opaque |x, i| { let at = x.rs1(i).wrapping_add(i.imm()); x.load_aligned::<8>(at).and_then(|v| Double::set(x, i.rd, v)) };
    "sdc1" Sdc1 Store "111101 ..... ..... ................" [FT, OFFSET, BASE]
        "Stores a double (8 bytes)."
        opaque |x, i| { let at = x.rs1(i).wrapping_add(i.imm()); Double::get(x, i.rs2).and_then(|v| x.store_aligned::<8>(at, v)) };
    "bc1f" Bc1f Branch "010001 01000 ...00 ................" [CC, BRANCH] uses READS_CC
        "Branches if a condition bit is not set."
        |x, i| Flow::Branch(!condition(x, i));
    "bc1t" Bc1t Branch "010001 01000 ...01 ................" [CC, BRANCH] uses READS_CC
        "Branches if a condition bit is set."
        |x, i| Flow::Branch(condition(x, i));
}
"Likely branches" {
    "bltzl" Bltzl LikelyBranch "000001 ..... 00010 ................" [RS, BRANCH]
        "Branches if less than zero; otherwise the delay slot does not run."
        |x, i| Flow::BranchLikely(x.rs1(i).is_negative());
    "bgezl" Bgezl LikelyBranch "000001 ..... 00011 ................" [RS, BRANCH]
        "Branches if greater than or equal to zero; otherwise the delay slot does not run."
        |x, i| Flow::BranchLikely(!x.rs1(i).is_negative());
    "bltzall" Bltzall LikelyBranch "000001 ..... 10010 ................" [RS, BRANCH] uses LINK
        "Calls if less than zero; otherwise the delay slot does not run."
        |x, i| { let taken = x.rs1(i).is_negative(); link_if(x, taken); Flow::BranchLikely(taken) };
    "bgezall" Bgezall LikelyBranch "000001 ..... 10011 ................" [RS, BRANCH] uses LINK
        "Calls if greater than or equal to zero; otherwise the delay slot does not run."
        |x, i| { let taken = !x.rs1(i).is_negative(); link_if(x, taken); Flow::BranchLikely(taken) };
    "beql" Beql LikelyBranch "010100 ..... ..... ................" [RS, RT, BRANCH]
        "Branches if equal; otherwise the delay slot does not run."
        |x, i| Flow::BranchLikely(x.rs1(i).equals(x.rs2(i)));
    "bnel" Bnel LikelyBranch "010101 ..... ..... ................" [RS, RT, BRANCH]
        "Branches if not equal; otherwise the delay slot does not run."
        |x, i| Flow::BranchLikely(!x.rs1(i).equals(x.rs2(i)));
    "blezl" Blezl LikelyBranch "010110 ..... 00000 ................" [RS, BRANCH]
        "Branches if less than or equal to zero; otherwise the delay slot does not run."
        |x, i| Flow::BranchLikely(!x.rs1(i).is_positive());
    "bgtzl" Bgtzl LikelyBranch "010111 ..... 00000 ................" [RS, BRANCH]
        "Branches if greater than zero; otherwise the delay slot does not run."
        |x, i| Flow::BranchLikely(x.rs1(i).is_positive());
    "bc1fl" Bc1fl LikelyBranch "010001 01000 ...10 ................" [CC, BRANCH] uses READS_CC
        "Branches if a condition bit is not set; otherwise the delay slot does not run."
        |x, i| Flow::BranchLikely(!condition(x, i));
    "bc1tl" Bc1tl LikelyBranch "010001 01000 ...11 ................" [CC, BRANCH] uses READS_CC
        "Branches if a condition bit is set; otherwise the delay slot does not run."
        |x, i| Flow::BranchLikely(condition(x, i));
}
"MIPS32r2" {
    "rotr" Rotr Alu "000000 00001 ..... ..... ..... 000010" [RD, RT, SA]
        "Rotates right by 0 to 31 bits."
        |x, i| x.set_rd(i, x.rs2(i).rotate_right(x.imm(i)));
    "rotrv" Rotrv Alu "000000 ..... ..... ..... 00001 000110" [RD, RT, RS]
        "Rotates right by the low 5 bits of the last register."
        |x, i| x.set_rd(i, x.rs2(i).rotate_right(x.rs1(i)));
    "seb" Seb Alu "011111 00000 ..... ..... 10000 100000" [RD, RT]
        "Extends the sign of a byte."
        |x, i| x.set_rd(i, x.rs2(i).sext8());
    "seh" Seh Alu "011111 00000 ..... ..... 11000 100000" [RD, RT]
        "Extends the sign of a half-word."
        |x, i| x.set_rd(i, x.rs2(i).sext16());
    "wsbh" Wsbh Alu "011111 00000 ..... ..... 00010 100000" [RD, RT]
        "Swaps the two bytes of each half-word."
        |x, i| { let v = x.rs2(i); x.set_rd(i, (v & 0x00ff_00ff) << 8 | v >> 8 & 0x00ff_00ff) };
    "ext" Ext Alu "011111 ..... ..... ..... ..... 000000" [RT_SET, RS, POS, SIZE]
        "Extracts a bit field: `size` bits starting at bit `pos`."
        |x, i| x.set_rd(i, x.rs1(i) >> x.imm(i) & (u32::MAX >> (31 - (i.imm() >> 8 & 31))));
    "ins" Ins Alu "011111 ..... ..... ..... ..... 000100" [RT_KEPT, RS, POS, SIZE_INSERTED]
        "Replaces `size` bits starting at bit `pos` with the low bits of the other register."
        |x, i| insert(x, i);
}
}
rare {
"MIPS32" {
    "mthi" Mthi MulDiv "000000 ..... 00000 00000 00000 010001" [RS] uses SETS_HI
        "Sets HI."
        |x, i| x.set_x(HI, x.rs1(i));
    "mtlo" Mtlo MulDiv "000000 ..... 00000 00000 00000 010011" [RS] uses SETS_LO
        "Sets LO."
        |x, i| x.set_x(LO, x.rs1(i));
    "madd" Madd MulDiv "011100 ..... ..... 00000 00000 000000" [RS, RT] uses KEEPS_HI_LO
        "Adds the signed product to HI and LO."
        |x, i| set_hi_lo(x, add(hi_lo(x), x.rs1(i).product_signed(x.rs2(i))));
    "maddu" Maddu MulDiv "011100 ..... ..... 00000 00000 000001" [RS, RT] uses KEEPS_HI_LO
        "Adds the unsigned product to HI and LO."
        |x, i| set_hi_lo(x, add(hi_lo(x), x.rs1(i).product_unsigned(x.rs2(i))));
    "msub" Msub MulDiv "011100 ..... ..... 00000 00000 000100" [RS, RT] uses KEEPS_HI_LO
        "Subtracts the signed product from HI and LO."
        |x, i| set_hi_lo(x, subtract(hi_lo(x), x.rs1(i).product_signed(x.rs2(i))));
    "msubu" Msubu MulDiv "011100 ..... ..... 00000 00000 000101" [RS, RT] uses KEEPS_HI_LO
        "Subtracts the unsigned product from HI and LO."
        |x, i| set_hi_lo(x, subtract(hi_lo(x), x.rs1(i).product_unsigned(x.rs2(i))));
    "clz" Clz Alu "011100 ..... ..... ..... 00000 100000" [RD, RS]
        "Counts the leading zeros; 32 for zero."
        |x, i| x.set_rd(i, x.rs1(i).leading_zeros());
    "clo" Clo Alu "011100 ..... ..... ..... 00000 100001" [RD, RS]
        "Counts the leading ones."
        |x, i| x.set_rd(i, (!x.rs1(i)).leading_zeros());
    "movf" Movf Alu "000000 ..... ...00 ..... 00000 000001" [RD_KEPT, RS, CC] uses READS_CC
        "Copies a register if a condition bit is not set."
        |x, i| x.set_rd_if(!condition(x, i), i, x.rs1(i));
    "movt" Movt Alu "000000 ..... ...01 ..... 00000 000001" [RD_KEPT, RS, CC] uses READS_CC
        "Copies a register if a condition bit is set."
        |x, i| x.set_rd_if(condition(x, i), i, x.rs1(i));
    "break" Break System "000000 .................... 001101" [CODE20]
        "Hands over to a debugger."
        |_x, i| Err::<(), _>(Trap::Breakpoint { code: i.imm() & 0xf_ffff });
    "tge" Tge System "000000 ..... ..... .......... 110000" [RS, RT, CODE10]
        "Causes a trap exception if the first is greater than or equal to the second, as signed numbers."
        |x, i| x.trap_if(!x.rs1(i).less_signed(x.rs2(i)), Trap::Conditional);
    "tgeu" Tgeu System "000000 ..... ..... .......... 110001" [RS, RT, CODE10]
        "Causes a trap exception if the first is greater than or equal to the second, as unsigned numbers."
        |x, i| x.trap_if(!x.rs1(i).less_unsigned(x.rs2(i)), Trap::Conditional);
    "tlt" Tlt System "000000 ..... ..... .......... 110010" [RS, RT, CODE10]
        "Causes a trap exception if the first is less than the second, as signed numbers."
        |x, i| x.trap_if(x.rs1(i).less_signed(x.rs2(i)), Trap::Conditional);
    "tltu" Tltu System "000000 ..... ..... .......... 110011" [RS, RT, CODE10]
        "Causes a trap exception if the first is less than the second, as unsigned numbers."
        |x, i| x.trap_if(x.rs1(i).less_unsigned(x.rs2(i)), Trap::Conditional);
    "teq" Teq System "000000 ..... ..... .......... 110100" [RS, RT, CODE10]
        "Causes a trap exception if the two registers are equal."
        |x, i| x.trap_if(x.rs1(i).equals(x.rs2(i)), Trap::Conditional);
    "tne" Tne System "000000 ..... ..... .......... 110110" [RS, RT, CODE10]
        "Causes a trap exception if the two registers are not equal."
        |x, i| x.trap_if(!x.rs1(i).equals(x.rs2(i)), Trap::Conditional);
    "tgei" Tgei System "000001 ..... 01000 ................" [RS, IMM]
        "Causes a trap exception if the register is greater than or equal to the number, as signed numbers."
        |x, i| x.trap_if(!x.rs1(i).less_signed(small(i)), Trap::Conditional);
    "tgeiu" Tgeiu System "000001 ..... 01001 ................" [RS, IMM]
        "Causes a trap exception if the register is greater than or equal to the sign-extended number, as unsigned numbers."
        |x, i| x.trap_if(!x.rs1(i).less_unsigned(small(i)), Trap::Conditional);
    "tlti" Tlti System "000001 ..... 01010 ................" [RS, IMM]
        "Causes a trap exception if the register is less than the number, as signed numbers."
        |x, i| x.trap_if(x.rs1(i).less_signed(small(i)), Trap::Conditional);
    "tltiu" Tltiu System "000001 ..... 01011 ................" [RS, IMM]
        "Causes a trap exception if the register is less than the sign-extended number, as unsigned numbers."
        |x, i| x.trap_if(x.rs1(i).less_unsigned(small(i)), Trap::Conditional);
    "teqi" Teqi System "000001 ..... 01100 ................" [RS, IMM]
        "Causes a trap exception if the register is equal to the number."
        |x, i| x.trap_if(x.rs1(i).equals(small(i)), Trap::Conditional);
    "tnei" Tnei System "000001 ..... 01110 ................" [RS, IMM]
        "Causes a trap exception if the register is not equal to the number."
        |x, i| x.trap_if(!x.rs1(i).equals(small(i)), Trap::Conditional);
    "sync" Sync Fence "000000 00000 00000 00000 ..... 001111" [STYPE]
        "Orders memory accesses; with one processor there is nothing to order."
        |_x, _i| ();
    "pref" Pref Fence "110011 ..... ..... ................" [HINT, OFFSET, BASE]
        "Announces a memory access; has no effect here, because there is no cache."
        |_x, _i| ();
    "cache" Cache Fence "101111 ..... ..... ................" [HINT, OFFSET, BASE]
        "Works on a cache; there is none here."
        |_x, _i| ();
}
"MIPS32r2" {
    "rdhwr" Rdhwr Csr "011111 00000 ..... ..... 00000 111011" [RT_SET, HARDWARE]
        "Copies a register of the hardware; `$29` has the address of the thread's variables, as Linux set it."
        |x, i| { let value = hardware_register(x, i); x.set_rd(i, value) };
    "synci" Synci Fence "000001 ..... 11111 ................" [OFFSET, BASE]
        "Makes stores to instructions visible to execution; here they always are."
        |_x, _i| ();
    "mfhc1" Mfhc1 Float "010001 00011 ..... ..... 00000000000" [RT_SET, FS]
        "Copies the high half of a double to an integer register."
        opaque |x, i| Double::get(x, i.rs1).map(|v| x.set_rd(i, (v >> 32) as u32));
    "mthc1" Mthc1 Float "010001 00111 ..... ..... 00000000000" [RT, FS_KEPT]
        "Copies an integer register to the high half of a double."
        opaque |x, i| Double::get(x, i.rd).and_then(|v| Double::set(x, i.rd, v & 0xffff_ffff | u64::from(x.rs2(i)) << 32));
    "madd.s" MaddS Float "010011 ..... ..... ..... ..... 100 000" [FD, FR, FS, FT]
        "fs × ft + fr, floats."
        opaque |x, i| multiply_add::<Single, L, RULES>(x, i, float::add::<Single>, false);
    "msub.s" MsubS Float "010011 ..... ..... ..... ..... 101 000" [FD, FR, FS, FT]
        "fs × ft - fr, floats."
        opaque |x, i| multiply_add::<Single, L, RULES>(x, i, float::sub::<Single>, false);
    "nmadd.s" NmaddS Float "010011 ..... ..... ..... ..... 110 000" [FD, FR, FS, FT]
        "-(fs × ft + fr), floats."
        opaque |x, i| multiply_add::<Single, L, RULES>(x, i, float::add::<Single>, true);
    "nmsub.s" NmsubS Float "010011 ..... ..... ..... ..... 111 000" [FD, FR, FS, FT]
        "-(fs × ft - fr), floats."
        opaque |x, i| multiply_add::<Single, L, RULES>(x, i, float::sub::<Single>, true);
    "madd.d" MaddD Float "010011 ..... ..... ..... ..... 100 001" [FD, FR, FS, FT]
        "fs × ft + fr, doubles."
        opaque |x, i| multiply_add::<Double, L, RULES>(x, i, float::add::<Double>, false);
    "msub.d" MsubD Float "010011 ..... ..... ..... ..... 101 001" [FD, FR, FS, FT]
        "fs × ft - fr, doubles."
        opaque |x, i| multiply_add::<Double, L, RULES>(x, i, float::sub::<Double>, false);
    "nmadd.d" NmaddD Float "010011 ..... ..... ..... ..... 110 001" [FD, FR, FS, FT]
        "-(fs × ft + fr), doubles."
        opaque |x, i| multiply_add::<Double, L, RULES>(x, i, float::add::<Double>, true);
    "nmsub.d" NmsubD Float "010011 ..... ..... ..... ..... 111 001" [FD, FR, FS, FT]
        "-(fs × ft - fr), doubles."
        opaque |x, i| multiply_add::<Double, L, RULES>(x, i, float::sub::<Double>, true);
}
"CP0" {
    "mfc0" Mfc0 Csr "010000 00000 ..... ..... 00000000 ..." [RT_SET, C0, SEL]
        "Copies a register of coprocessor 0: `$8` bad address, `$12` status, `$13` cause, `$14` return address."
        opaque |x, i| { let value = x.state.control(i.rs1, i.imm() & 7); x.set_rd(i, value) };
    "mtc0" Mtc0 Csr "010000 00100 ..... ..... 00000000 ..." [RT, C0, SEL]
        "Sets a register of coprocessor 0."
        opaque |x, i| { let value = x.rs2(i); x.state.set_control(i.rs1, i.imm() & 7, value) };
    "eret" Eret System "010000 1 0000000000000000000 011000" []
        "Returns from an exception handler to the address in `$14`."
        opaque |x, i| { let to = x.state.leave_exception(); Flow::Now(to.into()) };
}
"FPU" {
    "mfc1" Mfc1 Float "010001 00000 ..... ..... 00000000000" [RT_SET, FS]
        "Copies the bits of a floating-point register to an integer register."
        opaque |x, i| x.set_rd(i, x.f(i.rs1) as u32);
    "mtc1" Mtc1 Float "010001 00100 ..... ..... 00000000000" [RT, FS_SET]
        "Copies the bits of an integer register to a floating-point register."
        opaque |x, i| x.set_f(i.rd, x.rs2(i).into());
    "cfc1" Cfc1 Float "010001 00010 ..... ..... 00000000000" [RT_SET, C1] uses READS_CC
        "Copies a control register of the floating-point unit; `$31` has rounding, flags and conditions, with `--fpu-exceptions` also causes and enables."
        opaque |x, i| read_fpu_control(x, i);
    "ctc1" Ctc1 Float "010001 00110 ..... ..... 00000000000" [RT, C1] uses SETS_CC
        "Sets a control register of the floating-point unit; with `--fpu-exceptions`, traps if a cause is enabled."
        opaque |x, i| write_fpu_control(x, i);
    "add.s" AddS Float "010001 10000 ..... ..... ..... 000000" [FD, FS, FT]
        "Adds two floats."
        opaque |x, i| arithmetic::<Single, L, RULES>(x, i, float::add::<Single>);
    "sub.s" SubS Float "010001 10000 ..... ..... ..... 000001" [FD, FS, FT]
        "Subtracts the second float from the first."
        opaque |x, i| arithmetic::<Single, L, RULES>(x, i, float::sub::<Single>);
    "mul.s" MulS Float "010001 10000 ..... ..... ..... 000010" [FD, FS, FT]
        "Multiplies two floats."
        opaque |x, i| arithmetic::<Single, L, RULES>(x, i, float::mul::<Single>);
    "div.s" DivS Float "010001 10000 ..... ..... ..... 000011" [FD, FS, FT]
        "Divides the first float by the second."
        opaque |x, i| arithmetic::<Single, L, RULES>(x, i, float::div::<Single>);
    "sqrt.s" SqrtS Float "010001 10000 00000 ..... ..... 000100" [FD, FS]
        "Square root of a float."
        opaque |x, i| convert::<Single, Single, L, RULES>(x, i, float::sqrt::<Single>);
    "abs.s" AbsS Float "010001 10000 00000 ..... ..... 000101" [FD, FS]
        "Absolute value of a float."
        opaque |x, i| change_sign::<Single, L, RULES>(x, i, |v| float::sign_inject_xor::<Single>(v, v));
    "mov.s" MovS Float "010001 10000 00000 ..... ..... 000110" [FD, FS]
        "Copies a float."
        opaque |x, i| move_if::<Single, L, RULES>(x, i, true);
    "neg.s" NegS Float "010001 10000 00000 ..... ..... 000111" [FD, FS]
        "Negates a float."
        opaque |x, i| change_sign::<Single, L, RULES>(x, i, float::negate::<Single>);
    "round.w.s" RoundWS Float "010001 10000 00000 ..... ..... 001100" [FD, FS]
        "Rounds a float to the nearest integer, ties to even."
        opaque |x, i| to_integer::<Single, L, RULES>(x, i, Rounding::NearestEven);
    "trunc.w.s" TruncWS Float "010001 10000 00000 ..... ..... 001101" [FD, FS]
        "Rounds a float to an integer, towards zero."
        opaque |x, i| to_integer::<Single, L, RULES>(x, i, Rounding::TowardZero);
    "ceil.w.s" CeilWS Float "010001 10000 00000 ..... ..... 001110" [FD, FS]
        "Rounds a float up to an integer."
        opaque |x, i| to_integer::<Single, L, RULES>(x, i, Rounding::Up);
    "floor.w.s" FloorWS Float "010001 10000 00000 ..... ..... 001111" [FD, FS]
        "Rounds a float down to an integer."
        opaque |x, i| to_integer::<Single, L, RULES>(x, i, Rounding::Down);
    "cvt.w.s" CvtWS Float "010001 10000 00000 ..... ..... 100100" [FD, FS]
        "Converts a float to an integer; rounds towards zero in the simulators, otherwise as the control register says."
        opaque |x, i| convert_to_integer::<Single, L, RULES>(x, i);
    "cvt.s.w" CvtSW Float "010001 10100 00000 ..... ..... 100000" [FD, FS]
        "Converts an integer to a float."
        opaque |x, i| convert::<Single, Single, L, RULES>(x, i, |v, rm, flags| float::from_i32::<Single>(v as i32, rm, flags));
    "cvt.d.s" CvtDS Float "010001 10000 00000 ..... ..... 100001" [FD, FS]
        "Converts a float to a double."
        opaque |x, i| convert::<Single, Double, L, RULES>(x, i, |v, _, flags| float::widen(v, flags));
    "movf.s" MovfS Float "010001 10000 ...00 ..... ..... 010001" [FD_KEPT, FS, CC] uses READS_CC
        "Copies a float if a condition bit is not set."
        opaque |x, i| move_if::<Single, L, RULES>(x, i, !condition(x, i));
    "movt.s" MovtS Float "010001 10000 ...01 ..... ..... 010001" [FD_KEPT, FS, CC] uses READS_CC
        "Copies a float if a condition bit is set."
        opaque |x, i| move_if::<Single, L, RULES>(x, i, condition(x, i));
    "movz.s" MovzS Float "010001 10000 ..... ..... ..... 010010" [FD_KEPT, FS, RT]
        "Copies a float if an integer register is zero."
        opaque |x, i| move_if::<Single, L, RULES>(x, i, x.rs2(i) == 0);
    "movn.s" MovnS Float "010001 10000 ..... ..... ..... 010011" [FD_KEPT, FS, RT]
        "Copies a float if an integer register is not zero."
        opaque |x, i| move_if::<Single, L, RULES>(x, i, x.rs2(i) != 0);
    "c.f.s" CFS Float "010001 10000 ..... ..... ...00 11 0000" [CC_SET, FS, FT] uses SETS_CC
        "Clears a condition bit."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 0);
    "c.un.s" CUnS Float "010001 10000 ..... ..... ...00 11 0001" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if either is NaN."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 1);
    "c.eq.s" CEqS Float "010001 10000 ..... ..... ...00 11 0010" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if they are equal."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 2);
    "c.ueq.s" CUeqS Float "010001 10000 ..... ..... ...00 11 0011" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if they are equal or if either is NaN."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 3);
    "c.olt.s" COltS Float "010001 10000 ..... ..... ...00 11 0100" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if the first is less than the second."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 4);
    "c.ult.s" CUltS Float "010001 10000 ..... ..... ...00 11 0101" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if the first is less or if either is NaN."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 5);
    "c.ole.s" COleS Float "010001 10000 ..... ..... ...00 11 0110" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if the first is less than or equal to the second."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 6);
    "c.ule.s" CUleS Float "010001 10000 ..... ..... ...00 11 0111" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if the first is less or equal or if either is NaN."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 7);
    "c.sf.s" CSfS Float "010001 10000 ..... ..... ...00 11 1000" [CC_SET, FS, FT] uses SETS_CC
        "Clears a condition bit."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 8);
    "c.ngle.s" CNgleS Float "010001 10000 ..... ..... ...00 11 1001" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if either is NaN."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 9);
    "c.seq.s" CSeqS Float "010001 10000 ..... ..... ...00 11 1010" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if they are equal."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 10);
    "c.ngl.s" CNglS Float "010001 10000 ..... ..... ...00 11 1011" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if they are equal or if either is NaN."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 11);
    "c.lt.s" CLtS Float "010001 10000 ..... ..... ...00 11 1100" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if the first is less than the second."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 12);
    "c.nge.s" CNgeS Float "010001 10000 ..... ..... ...00 11 1101" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if the first is less or if either is NaN."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 13);
    "c.le.s" CLeS Float "010001 10000 ..... ..... ...00 11 1110" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if the first is less than or equal to the second."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 14);
    "c.ngt.s" CNgtS Float "010001 10000 ..... ..... ...00 11 1111" [CC_SET, FS, FT] uses SETS_CC
        "Compares two floats and sets a condition bit if the first is less or equal or if either is NaN."
        opaque |x, i| compare::<Single, L, RULES>(x, i, 15);
    "add.d" AddD Float "010001 10001 ..... ..... ..... 000000" [FD, FS, FT]
        "Adds two doubles."
        opaque |x, i| arithmetic::<Double, L, RULES>(x, i, float::add::<Double>);
    "sub.d" SubD Float "010001 10001 ..... ..... ..... 000001" [FD, FS, FT]
        "Subtracts the second double from the first."
        opaque |x, i| arithmetic::<Double, L, RULES>(x, i, float::sub::<Double>);
    "mul.d" MulD Float "010001 10001 ..... ..... ..... 000010" [FD, FS, FT]
        "Multiplies two doubles."
        opaque |x, i| arithmetic::<Double, L, RULES>(x, i, float::mul::<Double>);
    "div.d" DivD Float "010001 10001 ..... ..... ..... 000011" [FD, FS, FT]
        "Divides the first double by the second."
        opaque |x, i| arithmetic::<Double, L, RULES>(x, i, float::div::<Double>);
    "sqrt.d" SqrtD Float "010001 10001 00000 ..... ..... 000100" [FD, FS]
        "Square root of a double."
        opaque |x, i| convert::<Double, Double, L, RULES>(x, i, float::sqrt::<Double>);
    "abs.d" AbsD Float "010001 10001 00000 ..... ..... 000101" [FD, FS]
        "Absolute value of a double."
        opaque |x, i| change_sign::<Double, L, RULES>(x, i, |v| float::sign_inject_xor::<Double>(v, v));
    "mov.d" MovD Float "010001 10001 00000 ..... ..... 000110" [FD, FS]
        "Copies a double."
        opaque |x, i| move_if::<Double, L, RULES>(x, i, true);
    "neg.d" NegD Float "010001 10001 00000 ..... ..... 000111" [FD, FS]
        "Negates a double."
        opaque |x, i| change_sign::<Double, L, RULES>(x, i, float::negate::<Double>);
    "round.w.d" RoundWD Float "010001 10001 00000 ..... ..... 001100" [FD, FS]
        "Rounds a double to the nearest integer, ties to even."
        opaque |x, i| to_integer::<Double, L, RULES>(x, i, Rounding::NearestEven);
    "trunc.w.d" TruncWD Float "010001 10001 00000 ..... ..... 001101" [FD, FS]
        "Rounds a double to an integer, towards zero."
        opaque |x, i| to_integer::<Double, L, RULES>(x, i, Rounding::TowardZero);
    "ceil.w.d" CeilWD Float "010001 10001 00000 ..... ..... 001110" [FD, FS]
        "Rounds a double up to an integer."
        opaque |x, i| to_integer::<Double, L, RULES>(x, i, Rounding::Up);
    "floor.w.d" FloorWD Float "010001 10001 00000 ..... ..... 001111" [FD, FS]
        "Rounds a double down to an integer."
        opaque |x, i| to_integer::<Double, L, RULES>(x, i, Rounding::Down);
    "cvt.w.d" CvtWD Float "010001 10001 00000 ..... ..... 100100" [FD, FS]
        "Converts a double to an integer; rounds towards zero in the simulators, otherwise as the control register says."
        opaque |x, i| convert_to_integer::<Double, L, RULES>(x, i);
    "cvt.d.w" CvtDW Float "010001 10100 00000 ..... ..... 100001" [FD, FS]
        "Converts an integer to a double."
        opaque |x, i| convert::<Single, Double, L, RULES>(x, i, |v, rm, flags| float::from_i32::<Double>(v as i32, rm, flags));
    "cvt.s.d" CvtSD Float "010001 10001 00000 ..... ..... 100000" [FD, FS]
        "Converts a double to a float."
        opaque |x, i| convert::<Double, Single, L, RULES>(x, i, float::narrow);
    "movf.d" MovfD Float "010001 10001 ...00 ..... ..... 010001" [FD_KEPT, FS, CC] uses READS_CC
        "Copies a double if a condition bit is not set."
        opaque |x, i| move_if::<Double, L, RULES>(x, i, !condition(x, i));
    "movt.d" MovtD Float "010001 10001 ...01 ..... ..... 010001" [FD_KEPT, FS, CC] uses READS_CC
        "Copies a double if a condition bit is set."
        opaque |x, i| move_if::<Double, L, RULES>(x, i, condition(x, i));
    "movz.d" MovzD Float "010001 10001 ..... ..... ..... 010010" [FD_KEPT, FS, RT]
        "Copies a double if an integer register is zero."
        opaque |x, i| move_if::<Double, L, RULES>(x, i, x.rs2(i) == 0);
    "movn.d" MovnD Float "010001 10001 ..... ..... ..... 010011" [FD_KEPT, FS, RT]
        "Copies a double if an integer register is not zero."
        opaque |x, i| move_if::<Double, L, RULES>(x, i, x.rs2(i) != 0);
    "c.f.d" CFD Float "010001 10001 ..... ..... ...00 11 0000" [CC_SET, FS, FT] uses SETS_CC
        "Clears a condition bit."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 0);
    "c.un.d" CUnD Float "010001 10001 ..... ..... ...00 11 0001" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if either is NaN."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 1);
    "c.eq.d" CEqD Float "010001 10001 ..... ..... ...00 11 0010" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if they are equal."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 2);
    "c.ueq.d" CUeqD Float "010001 10001 ..... ..... ...00 11 0011" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if they are equal or if either is NaN."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 3);
    "c.olt.d" COltD Float "010001 10001 ..... ..... ...00 11 0100" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if the first is less than the second."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 4);
    "c.ult.d" CUltD Float "010001 10001 ..... ..... ...00 11 0101" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if the first is less or if either is NaN."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 5);
    "c.ole.d" COleD Float "010001 10001 ..... ..... ...00 11 0110" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if the first is less than or equal to the second."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 6);
    "c.ule.d" CUleD Float "010001 10001 ..... ..... ...00 11 0111" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if the first is less or equal or if either is NaN."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 7);
    "c.sf.d" CSfD Float "010001 10001 ..... ..... ...00 11 1000" [CC_SET, FS, FT] uses SETS_CC
        "Clears a condition bit."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 8);
    "c.ngle.d" CNgleD Float "010001 10001 ..... ..... ...00 11 1001" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if either is NaN."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 9);
    "c.seq.d" CSeqD Float "010001 10001 ..... ..... ...00 11 1010" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if they are equal."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 10);
    "c.ngl.d" CNglD Float "010001 10001 ..... ..... ...00 11 1011" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if they are equal or if either is NaN."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 11);
    "c.lt.d" CLtD Float "010001 10001 ..... ..... ...00 11 1100" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if the first is less than the second."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 12);
    "c.nge.d" CNgeD Float "010001 10001 ..... ..... ...00 11 1101" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if the first is less or if either is NaN."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 13);
    "c.le.d" CLeD Float "010001 10001 ..... ..... ...00 11 1110" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if the first is less than or equal to the second."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 14);
    "c.ngt.d" CNgtD Float "010001 10001 ..... ..... ...00 11 1111" [CC_SET, FS, FT] uses SETS_CC
        "Compares two doubles and sets a condition bit if the first is less or equal or if either is NaN."
        opaque |x, i| compare::<Double, L, RULES>(x, i, 15);
}
}
fused {
    LwLwAddiu = Lw Lw Addiu; LwSltBeq = Lw Slt Beq; AddiuAdduBne = Addiu Addu Bne;
    AdduSltuBne = Addu Sltu Bne; LwMulAddu = Lw Mul Addu; AddiuAddiuBne = Addiu Addiu Bne;
    SllSrlOr = Sll Srl Or; AddiuLbuBne = Addiu Lbu Bne; SwAddiuBne = Sw Addiu Bne;
    SbAdduBne = Sb Addu Bne; AdduAddiuJal = Addu Addiu Jal; SltSltuBeq = Slt Sltu Beq;
    SwAddiuSll = Sw Addiu Sll; SllAdduAddu = Sll Addu Addu; AdduAddiuBne = Addu Addiu Bne;
    LwAddiuMul = Lw Addiu Mul; XorSwBne = Xor Sw Bne; LwSltBne = Lw Slt Bne;
    LbuAddiuBne = Lbu Addiu Bne; LwAddiuJr = Lw Addiu Jr; AdduLwLw = Addu Lw Lw;
    AddiuAdduLbu = Addiu Addu Lbu; XorLbuMul = Xor Lbu Mul; SllAdduLw = Sll Addu Lw;
    AdduLbuBeq = Addu Lbu Beq; AddiuOrJal = Addiu Or Jal; AddiuSllBne = Addiu Sll Bne;
    SltiuAdduBeq = Sltiu Addu Beq; SbAddiuBne = Sb Addiu Bne; LhuXorBeq = Lhu Xor Beq;
    LwSllSubu = Lw Sll Subu; AddiuAddiuJal = Addiu Addiu Jal; LhuSllBeq = Lhu Sll Beq;
    LwLwLw = Lw Lw Lw; SltOrBne = Slt Or Bne; AddiuAddiuBeq = Addiu Addiu Beq;
    AdduLwOr = Addu Lw Or; ShAdduXor = Sh Addu Xor; SltuOrAddu = Sltu Or Addu; LwSwOr = Lw Sw Or;
    LhuAddiuSltiu = Lhu Addiu Sltiu; LatchSllBeq = Latch Sll Beq; AddiuOrOr = Addiu Or Or;
    AddiuAddiuJ = Addiu Addiu J; AdduAdduJal = Addu Addu Jal; SrlAndiAddiu = Srl Andi Addiu;
    LhuSllBne = Lhu Sll Bne; SwSwBne = Sw Sw Bne; ShAddiuSh = Sh Addiu Sh;
    SltuSllBeq = Sltu Sll Beq; MulAddiuAddu = Mul Addiu Addu; SltuOrBeq = Sltu Or Beq;
    LuiOriAddu = Lui Ori Addu; AdduAddiuAddiu = Addu Addiu Addiu; SubuSraSll = Subu Sra Sll;
    SltuLatchSubu = Sltu Latch Subu; SraSrlAddu = Sra Srl Addu; AndiAddiuBne = Andi Addiu Bne;
    SwSwAddu = Sw Sw Addu; SllAdduLhu = Sll Addu Lhu; LhuAddiuBne = Lhu Addiu Bne;
    LatchAddiuBeq = Latch Addiu Beq; SwSrlJr = Sw Srl Jr; LuiOriMul = Lui Ori Mul;
    SllSubuSh = Sll Subu Sh; AddiuAdduJ = Addiu Addu J; LbLbLb = Lb Lb Lb;
    AdduAdduJ = Addu Addu J; SrlSltiuAddiu = Srl Sltiu Addiu; AndiAddiuMovn = Andi Addiu Movn;
    AddiuShBne = Addiu Sh Bne; OrOrLw = Or Or Lw; SwSwOr = Sw Sw Or; LwLwSll = Lw Lw Sll;
    LwSubuAddu = Lw Subu Addu; SllSllAddu = Sll Sll Addu; LuiLwLui = Lui Lw Lui;
    OrSrlAndi = Or Srl Andi; DivuSwMfhi = Divu Sw Mfhi; AddiuMovnSh = Addiu Movn Sh;
    SrlSwAndi = Srl Sw Andi; AdduSraAndi = Addu Sra Andi; LwSllSra = Lw Sll Sra;
    SrlAndiSw = Srl Andi Sw; SllSubuMflo = Sll Subu Mflo; AndiDivuMfhi = Andi Divu Mfhi;
    LuiOriLw = Lui Ori Lw; ShAddiuBne = Sh Addiu Bne; SrlSllAddu = Srl Sll Addu;
    AdduOrOr = Addu Or Or; AddiuAddiuAddu = Addiu Addiu Addu; ShShOr = Sh Sh Or;
    AddiuSwBeq = Addiu Sw Beq; LuiAddiuOr = Lui Addiu Or; AddiuMulAddu = Addiu Mul Addu;
    ShShAddu = Sh Sh Addu; SwSwSw = Sw Sw Sw; AddiuSltiuSw = Addiu Sltiu Sw; SwOrBne = Sw Or Bne;
    SrlAdduSw = Srl Addu Sw; SwSllSubu = Sw Sll Subu;
    AddiuBne = Addiu Bne; SllAddu = Sll Addu; SwSw = Sw Sw; LwSlt = Lw Slt; SltiuBne = Sltiu Bne;
    SllBne = Sll Bne; OrBne = Or Bne; AddiuAddiu = Addiu Addiu; AdduLw = Addu Lw;
    MulXor = Mul Xor; AddiuSw = Addiu Sw; SllBeq = Sll Beq; AdduSltu = Addu Sltu;
    AddiuSltiu = Addiu Sltiu; AdduJr = Addu Jr; AdduSltiu = Addu Sltiu; SltuBeq = Sltu Beq;
    AdduSb = Addu Sb; LwOr = Lw Or; XorMul = Xor Mul; AddiuJ = Addiu J; LbuBne = Lbu Bne;
    LhuBeq = Lhu Beq; AdduAddu = Addu Addu; AddiuBeq = Addiu Beq; LwMul = Lw Mul; OrOr = Or Or;
    AdduOr = Addu Or; LbuLatch = Lbu Latch; SwAddiu = Sw Addiu; AddiuJal = Addiu Jal;
    ShBeq = Sh Beq; AdduBne = Addu Bne; AddiuAddu = Addiu Addu; SltLatch = Slt Latch;
    SltuBne = Sltu Bne; AddiuJr = Addiu Jr; LwAndi = Lw Andi; LuiOri = Lui Ori;
    LhuSltiu = Lhu Sltiu; AdduBeq = Addu Beq; OrBeq = Or Beq; MulAddu = Mul Addu;
    ShMovn = Sh Movn; LhuBne = Lhu Bne; AddiuSltu = Addiu Sltu; AddiuOr = Addiu Or;
    SllJr = Sll Jr; ShSh = Sh Sh; OrAddu = Or Addu; SubuSrl = Subu Srl; SllOr = Sll Or;
    SwBne = Sw Bne; LbSll = Lb Sll; AndiBeq = Andi Beq; LwBne = Lw Bne; AdduJal = Addu Jal;
    SllJal = Sll Jal; SrlSll = Srl Sll; SbBne = Sb Bne; AddiuMul = Addiu Mul; SubuBeq = Subu Beq;
    AdduSubu = Addu Subu;
}
}

/// What a jump by `insn` means. `$ra` holds return addresses.
pub(crate) fn transfer_kind(insn: &Insn) -> TransferKind {
    match insn.handler {
        handler::Jal | handler::Jalr => TransferKind::Call,
        handler::Bltzal | handler::Bgezal | handler::Bltzall | handler::Bgezall => {
            TransferKind::Call
        }
        handler::Jr if insn.rs1 == 31 => TransferKind::Return,
        handler::J | handler::Jr => TransferKind::Jump,
        _ => TransferKind::Branch,
    }
}
