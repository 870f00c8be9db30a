//! The 16-bit instructions: every half-word, and literal expansions of every row.

use machine::isa::Decoded;
use rv32::DESC;

/// What is written, its 16 bits, what it stands for, and the 32 bits of that. For every row, each
/// bit of its immediate is set alone in at least one case. The bits are those that GNU as and
/// llvm-mc give.
#[rustfmt::skip]
const CASES: &[(&str, u16, &str, u32)] = &[
    ("c.addi4spn a0, sp, 4", 0x0048, "addi a0, sp, 4", 0x0041_0513),
    ("c.addi4spn s0, sp, 8", 0x0020, "addi s0, sp, 8", 0x0081_0413),
    ("c.addi4spn a5, sp, 16", 0x081c, "addi a5, sp, 16", 0x0101_0793),
    ("c.addi4spn a5, sp, 32", 0x101c, "addi a5, sp, 32", 0x0201_0793),
    ("c.addi4spn a5, sp, 64", 0x009c, "addi a5, sp, 64", 0x0401_0793),
    ("c.addi4spn a5, sp, 128", 0x011c, "addi a5, sp, 128", 0x0801_0793),
    ("c.addi4spn a5, sp, 256", 0x021c, "addi a5, sp, 256", 0x1001_0793),
    ("c.addi4spn a5, sp, 512", 0x041c, "addi a5, sp, 512", 0x2001_0793),
    ("c.addi4spn a5, sp, 1020", 0x1ffc, "addi a5, sp, 1020", 0x3fc1_0793),
    ("c.fld fa0, 8(a1)", 0x2588, "fld fa0, 8(a1)", 0x0085_b507),
    ("c.fld fs0, 16(a5)", 0x2b80, "fld fs0, 16(a5)", 0x0107_b407),
    ("c.fld fs0, 32(s1)", 0x3080, "fld fs0, 32(s1)", 0x0204_b407),
    ("c.fld fs0, 64(s1)", 0x20a0, "fld fs0, 64(s1)", 0x0404_b407),
    ("c.fld fs0, 128(s0)", 0x2040, "fld fs0, 128(s0)", 0x0804_3407),
    ("c.fld fa5, 248(a5)", 0x3ffc, "fld fa5, 248(a5)", 0x0f87_b787),
    ("c.lw a0, 4(a1)", 0x41c8, "lw a0, 4(a1)", 0x0045_a503),
    ("c.lw s0, 8(a5)", 0x4780, "lw s0, 8(a5)", 0x0087_a403),
    ("c.lw s0, 16(s1)", 0x4880, "lw s0, 16(s1)", 0x0104_a403),
    ("c.lw s0, 32(s1)", 0x5080, "lw s0, 32(s1)", 0x0204_a403),
    ("c.lw a5, 64(s0)", 0x403c, "lw a5, 64(s0)", 0x0404_2783),
    ("c.lw a5, 124(a5)", 0x5ffc, "lw a5, 124(a5)", 0x07c7_a783),
    ("c.flw fa0, 4(a1)", 0x61c8, "flw fa0, 4(a1)", 0x0045_a507),
    ("c.flw fs0, 8(a5)", 0x6780, "flw fs0, 8(a5)", 0x0087_a407),
    ("c.flw fs0, 16(a5)", 0x6b80, "flw fs0, 16(a5)", 0x0107_a407),
    ("c.flw fs0, 32(a5)", 0x7380, "flw fs0, 32(a5)", 0x0207_a407),
    ("c.flw fa5, 64(s0)", 0x603c, "flw fa5, 64(s0)", 0x0404_2787),
    ("c.flw fa5, 124(a5)", 0x7ffc, "flw fa5, 124(a5)", 0x07c7_a787),
    ("c.fsd fa0, 8(a1)", 0xa588, "fsd fa0, 8(a1)", 0x00a5_b427),
    ("c.fsd fs0, 16(a5)", 0xab80, "fsd fs0, 16(a5)", 0x0087_b827),
    ("c.fsd fs0, 32(s1)", 0xb080, "fsd fs0, 32(s1)", 0x0284_b027),
    ("c.fsd fs0, 64(s1)", 0xa0a0, "fsd fs0, 64(s1)", 0x0484_b027),
    ("c.fsd fs0, 128(s0)", 0xa040, "fsd fs0, 128(s0)", 0x0884_3027),
    ("c.fsd fa5, 248(a5)", 0xbffc, "fsd fa5, 248(a5)", 0x0ef7_bc27),
    ("c.sw a0, 4(a1)", 0xc1c8, "sw a0, 4(a1)", 0x00a5_a223),
    ("c.sw s0, 8(a5)", 0xc780, "sw s0, 8(a5)", 0x0087_a423),
    ("c.sw s0, 16(s1)", 0xc880, "sw s0, 16(s1)", 0x0084_a823),
    ("c.sw s0, 32(s1)", 0xd080, "sw s0, 32(s1)", 0x0284_a023),
    ("c.sw a5, 64(s0)", 0xc03c, "sw a5, 64(s0)", 0x04f4_2023),
    ("c.sw a5, 124(a5)", 0xdffc, "sw a5, 124(a5)", 0x06f7_ae23),
    ("c.fsw fa0, 4(a1)", 0xe1c8, "fsw fa0, 4(a1)", 0x00a5_a227),
    ("c.fsw fs0, 8(a5)", 0xe780, "fsw fs0, 8(a5)", 0x0087_a427),
    ("c.fsw fs0, 16(a5)", 0xeb80, "fsw fs0, 16(a5)", 0x0087_a827),
    ("c.fsw fs0, 32(a5)", 0xf380, "fsw fs0, 32(a5)", 0x0287_a027),
    ("c.fsw fa5, 64(s0)", 0xe03c, "fsw fa5, 64(s0)", 0x04f4_2027),
    ("c.fsw fa5, 124(a5)", 0xfffc, "fsw fa5, 124(a5)", 0x06f7_ae27),
    ("c.nop", 0x0001, "addi zero, zero, 0", 0x0000_0013),
    ("c.nop 5", 0x0015, "addi zero, zero, 5", 0x0050_0013),
    ("c.nop -32", 0x1001, "addi zero, zero, -32", 0xfe00_0013),
    ("c.addi a0, 1", 0x0505, "addi a0, a0, 1", 0x0015_0513),
    ("c.addi ra, 2", 0x0089, "addi ra, ra, 2", 0x0020_8093),
    ("c.addi sp, 4", 0x0111, "addi sp, sp, 4", 0x0041_0113),
    ("c.addi t6, 8", 0x0fa1, "addi t6, t6, 8", 0x008f_8f93),
    ("c.addi t6, 16", 0x0fc1, "addi t6, t6, 16", 0x010f_8f93),
    ("c.addi t6, -32", 0x1f81, "addi t6, t6, -32", 0xfe0f_8f93),
    ("c.addi t6, -1", 0x1ffd, "addi t6, t6, -1", 0xffff_8f93),
    ("c.addi s0, 31", 0x047d, "addi s0, s0, 31", 0x01f4_0413),
    ("c.jal 2", 0x2009, "jal ra, 2", 0x0020_00ef),
    ("c.jal 4", 0x2011, "jal ra, 4", 0x0040_00ef),
    ("c.jal 8", 0x2021, "jal ra, 8", 0x0080_00ef),
    ("c.jal 16", 0x2801, "jal ra, 16", 0x0100_00ef),
    ("c.jal 32", 0x2005, "jal ra, 32", 0x0200_00ef),
    ("c.jal 64", 0x2081, "jal ra, 64", 0x0400_00ef),
    ("c.jal 128", 0x2041, "jal ra, 128", 0x0800_00ef),
    ("c.jal 256", 0x2201, "jal ra, 256", 0x1000_00ef),
    ("c.jal 512", 0x2401, "jal ra, 512", 0x2000_00ef),
    ("c.jal 1024", 0x2101, "jal ra, 1024", 0x4000_00ef),
    ("c.jal -2048", 0x3001, "jal ra, -2048", 0x801f_f0ef),
    ("c.jal -2", 0x3ffd, "jal ra, -2", 0xffff_f0ef),
    ("c.jal 2046", 0x2ffd, "jal ra, 2046", 0x7fe0_00ef),
    ("c.li a0, 1", 0x4505, "addi a0, zero, 1", 0x0010_0513),
    ("c.li ra, 2", 0x4089, "addi ra, zero, 2", 0x0020_0093),
    ("c.li t6, 4", 0x4f91, "addi t6, zero, 4", 0x0040_0f93),
    ("c.li t6, 8", 0x4fa1, "addi t6, zero, 8", 0x0080_0f93),
    ("c.li t6, 16", 0x4fc1, "addi t6, zero, 16", 0x0100_0f93),
    ("c.li t6, -32", 0x5f81, "addi t6, zero, -32", 0xfe00_0f93),
    ("c.li zero, -1", 0x507d, "addi zero, zero, -1", 0xfff0_0013),
    ("c.addi16sp sp, 16", 0x6141, "addi sp, sp, 16", 0x0101_0113),
    ("c.addi16sp sp, 32", 0x6105, "addi sp, sp, 32", 0x0201_0113),
    ("c.addi16sp sp, 64", 0x6121, "addi sp, sp, 64", 0x0401_0113),
    ("c.addi16sp sp, 128", 0x6109, "addi sp, sp, 128", 0x0801_0113),
    ("c.addi16sp sp, 256", 0x6111, "addi sp, sp, 256", 0x1001_0113),
    ("c.addi16sp sp, -512", 0x7101, "addi sp, sp, -512", 0xe001_0113),
    ("c.addi16sp sp, -16", 0x717d, "addi sp, sp, -16", 0xff01_0113),
    ("c.addi16sp sp, 496", 0x617d, "addi sp, sp, 496", 0x1f01_0113),
    ("c.lui a0, 1", 0x6505, "lui a0, 1", 0x0000_1537),
    ("c.lui ra, 2", 0x6089, "lui ra, 2", 0x0000_20b7),
    ("c.lui gp, 4", 0x6191, "lui gp, 4", 0x0000_41b7),
    ("c.lui t6, 8", 0x6fa1, "lui t6, 8", 0x0000_8fb7),
    ("c.lui t6, 16", 0x6fc1, "lui t6, 16", 0x0001_0fb7),
    ("c.lui t6, 0xfffe0", 0x7f81, "lui t6, 0xfffe0", 0xfffe_0fb7),
    ("c.lui t6, 0xfffff", 0x7ffd, "lui t6, 0xfffff", 0xffff_ffb7),
    ("c.srli a0, 1", 0x8105, "srli a0, a0, 1", 0x0015_5513),
    ("c.srli s0, 2", 0x8009, "srli s0, s0, 2", 0x0024_5413),
    ("c.srli a5, 4", 0x8391, "srli a5, a5, 4", 0x0047_d793),
    ("c.srli a5, 8", 0x83a1, "srli a5, a5, 8", 0x0087_d793),
    ("c.srli a5, 16", 0x83c1, "srli a5, a5, 16", 0x0107_d793),
    ("c.srli a5, 31", 0x83fd, "srli a5, a5, 31", 0x01f7_d793),
    ("c.srai a0, 1", 0x8505, "srai a0, a0, 1", 0x4015_5513),
    ("c.srai s0, 2", 0x8409, "srai s0, s0, 2", 0x4024_5413),
    ("c.srai a5, 4", 0x8791, "srai a5, a5, 4", 0x4047_d793),
    ("c.srai a5, 8", 0x87a1, "srai a5, a5, 8", 0x4087_d793),
    ("c.srai a5, 16", 0x87c1, "srai a5, a5, 16", 0x4107_d793),
    ("c.srai a5, 31", 0x87fd, "srai a5, a5, 31", 0x41f7_d793),
    ("c.andi a0, 1", 0x8905, "andi a0, a0, 1", 0x0015_7513),
    ("c.andi s0, 2", 0x8809, "andi s0, s0, 2", 0x0024_7413),
    ("c.andi a5, 4", 0x8b91, "andi a5, a5, 4", 0x0047_f793),
    ("c.andi a5, 8", 0x8ba1, "andi a5, a5, 8", 0x0087_f793),
    ("c.andi a5, 16", 0x8bc1, "andi a5, a5, 16", 0x0107_f793),
    ("c.andi a5, -32", 0x9b81, "andi a5, a5, -32", 0xfe07_f793),
    ("c.andi a5, -1", 0x9bfd, "andi a5, a5, -1", 0xfff7_f793),
    ("c.sub a0, a1", 0x8d0d, "sub a0, a0, a1", 0x40b5_0533),
    ("c.sub s0, a5", 0x8c1d, "sub s0, s0, a5", 0x40f4_0433),
    ("c.sub a5, s0", 0x8f81, "sub a5, a5, s0", 0x4087_87b3),
    ("c.xor a0, a1", 0x8d2d, "xor a0, a0, a1", 0x00b5_4533),
    ("c.xor s0, a5", 0x8c3d, "xor s0, s0, a5", 0x00f4_4433),
    ("c.or a0, a1", 0x8d4d, "or a0, a0, a1", 0x00b5_6533),
    ("c.or a5, s0", 0x8fc1, "or a5, a5, s0", 0x0087_e7b3),
    ("c.and a0, a1", 0x8d6d, "and a0, a0, a1", 0x00b5_7533),
    ("c.and s0, a5", 0x8c7d, "and s0, s0, a5", 0x00f4_7433),
    ("c.j 2", 0xa009, "jal zero, 2", 0x0020_006f),
    ("c.j 4", 0xa011, "jal zero, 4", 0x0040_006f),
    ("c.j 8", 0xa021, "jal zero, 8", 0x0080_006f),
    ("c.j 16", 0xa801, "jal zero, 16", 0x0100_006f),
    ("c.j 32", 0xa005, "jal zero, 32", 0x0200_006f),
    ("c.j 64", 0xa081, "jal zero, 64", 0x0400_006f),
    ("c.j 128", 0xa041, "jal zero, 128", 0x0800_006f),
    ("c.j 256", 0xa201, "jal zero, 256", 0x1000_006f),
    ("c.j 512", 0xa401, "jal zero, 512", 0x2000_006f),
    ("c.j 1024", 0xa101, "jal zero, 1024", 0x4000_006f),
    ("c.j -2048", 0xb001, "jal zero, -2048", 0x801f_f06f),
    ("c.j -2", 0xbffd, "jal zero, -2", 0xffff_f06f),
    ("c.j 2046", 0xaffd, "jal zero, 2046", 0x7fe0_006f),
    ("c.beqz a0, 2", 0xc109, "beq a0, zero, 2", 0x0005_0163),
    ("c.beqz s0, 4", 0xc011, "beq s0, zero, 4", 0x0004_0263),
    ("c.beqz a5, 8", 0xc781, "beq a5, zero, 8", 0x0007_8463),
    ("c.beqz a5, 16", 0xcb81, "beq a5, zero, 16", 0x0007_8863),
    ("c.beqz a5, 32", 0xc385, "beq a5, zero, 32", 0x0207_8063),
    ("c.beqz a5, 64", 0xc3a1, "beq a5, zero, 64", 0x0407_8063),
    ("c.beqz a5, 128", 0xc3c1, "beq a5, zero, 128", 0x0807_8063),
    ("c.beqz a5, -256", 0xd381, "beq a5, zero, -256", 0xf007_80e3),
    ("c.beqz a5, -2", 0xdffd, "beq a5, zero, -2", 0xfe07_8fe3),
    ("c.beqz a5, 254", 0xcffd, "beq a5, zero, 254", 0x0e07_8f63),
    ("c.bnez a0, 2", 0xe109, "bne a0, zero, 2", 0x0005_1163),
    ("c.bnez s0, 4", 0xe011, "bne s0, zero, 4", 0x0004_1263),
    ("c.bnez a5, 8", 0xe781, "bne a5, zero, 8", 0x0007_9463),
    ("c.bnez a5, 16", 0xeb81, "bne a5, zero, 16", 0x0007_9863),
    ("c.bnez a5, 32", 0xe385, "bne a5, zero, 32", 0x0207_9063),
    ("c.bnez a5, 64", 0xe3a1, "bne a5, zero, 64", 0x0407_9063),
    ("c.bnez a5, 128", 0xe3c1, "bne a5, zero, 128", 0x0807_9063),
    ("c.bnez a5, -256", 0xf381, "bne a5, zero, -256", 0xf007_90e3),
    ("c.bnez a5, -2", 0xfffd, "bne a5, zero, -2", 0xfe07_9fe3),
    ("c.bnez a5, 254", 0xeffd, "bne a5, zero, 254", 0x0e07_9f63),
    ("c.slli a0, 1", 0x0506, "slli a0, a0, 1", 0x0015_1513),
    ("c.slli ra, 2", 0x008a, "slli ra, ra, 2", 0x0020_9093),
    ("c.slli t6, 4", 0x0f92, "slli t6, t6, 4", 0x004f_9f93),
    ("c.slli t6, 8", 0x0fa2, "slli t6, t6, 8", 0x008f_9f93),
    ("c.slli t6, 16", 0x0fc2, "slli t6, t6, 16", 0x010f_9f93),
    ("c.slli sp, 31", 0x017e, "slli sp, sp, 31", 0x01f1_1113),
    ("c.fldsp fa0, 8(sp)", 0x2522, "fld fa0, 8(sp)", 0x0081_3507),
    ("c.fldsp ft0, 16(sp)", 0x2042, "fld ft0, 16(sp)", 0x0101_3007),
    ("c.fldsp ft0, 32(sp)", 0x3002, "fld ft0, 32(sp)", 0x0201_3007),
    ("c.fldsp ft0, 64(sp)", 0x2006, "fld ft0, 64(sp)", 0x0401_3007),
    ("c.fldsp ft0, 128(sp)", 0x200a, "fld ft0, 128(sp)", 0x0801_3007),
    ("c.fldsp ft0, 256(sp)", 0x2012, "fld ft0, 256(sp)", 0x1001_3007),
    ("c.fldsp ft11, 504(sp)", 0x3ffe, "fld ft11, 504(sp)", 0x1f81_3f87),
    ("c.lwsp a0, 4(sp)", 0x4512, "lw a0, 4(sp)", 0x0041_2503),
    ("c.lwsp ra, 8(sp)", 0x40a2, "lw ra, 8(sp)", 0x0081_2083),
    ("c.lwsp ra, 16(sp)", 0x40c2, "lw ra, 16(sp)", 0x0101_2083),
    ("c.lwsp ra, 32(sp)", 0x5082, "lw ra, 32(sp)", 0x0201_2083),
    ("c.lwsp ra, 64(sp)", 0x4086, "lw ra, 64(sp)", 0x0401_2083),
    ("c.lwsp ra, 128(sp)", 0x408a, "lw ra, 128(sp)", 0x0801_2083),
    ("c.lwsp t6, 252(sp)", 0x5ffe, "lw t6, 252(sp)", 0x0fc1_2f83),
    ("c.flwsp fa0, 4(sp)", 0x6512, "flw fa0, 4(sp)", 0x0041_2507),
    ("c.flwsp ft0, 8(sp)", 0x6022, "flw ft0, 8(sp)", 0x0081_2007),
    ("c.flwsp ft0, 16(sp)", 0x6042, "flw ft0, 16(sp)", 0x0101_2007),
    ("c.flwsp ft0, 32(sp)", 0x7002, "flw ft0, 32(sp)", 0x0201_2007),
    ("c.flwsp ft0, 64(sp)", 0x6006, "flw ft0, 64(sp)", 0x0401_2007),
    ("c.flwsp ft0, 128(sp)", 0x600a, "flw ft0, 128(sp)", 0x0801_2007),
    ("c.flwsp ft11, 252(sp)", 0x7ffe, "flw ft11, 252(sp)", 0x0fc1_2f87),
    ("c.jr ra", 0x8082, "jalr zero, 0(ra)", 0x0000_8067),
    ("c.jr t6", 0x8f82, "jalr zero, 0(t6)", 0x000f_8067),
    ("c.jr a0", 0x8502, "jalr zero, 0(a0)", 0x0005_0067),
    ("c.mv a0, a1", 0x852e, "add a0, zero, a1", 0x00b0_0533),
    ("c.mv ra, t6", 0x80fe, "add ra, zero, t6", 0x01f0_00b3),
    ("c.mv t6, ra", 0x8f86, "add t6, zero, ra", 0x0010_0fb3),
    ("c.ebreak", 0x9002, "ebreak", 0x0010_0073),
    ("c.jalr ra", 0x9082, "jalr ra, 0(ra)", 0x0000_80e7),
    ("c.jalr t6", 0x9f82, "jalr ra, 0(t6)", 0x000f_80e7),
    ("c.jalr a0", 0x9502, "jalr ra, 0(a0)", 0x0005_00e7),
    ("c.add a0, a1", 0x952e, "add a0, a0, a1", 0x00b5_0533),
    ("c.add ra, t6", 0x90fe, "add ra, ra, t6", 0x01f0_80b3),
    ("c.add t6, ra", 0x9f86, "add t6, t6, ra", 0x001f_8fb3),
    ("c.fsdsp fa0, 8(sp)", 0xa42a, "fsd fa0, 8(sp)", 0x00a1_3427),
    ("c.fsdsp ft0, 16(sp)", 0xa802, "fsd ft0, 16(sp)", 0x0001_3827),
    ("c.fsdsp ft0, 32(sp)", 0xb002, "fsd ft0, 32(sp)", 0x0201_3027),
    ("c.fsdsp ft0, 64(sp)", 0xa082, "fsd ft0, 64(sp)", 0x0401_3027),
    ("c.fsdsp ft0, 128(sp)", 0xa102, "fsd ft0, 128(sp)", 0x0801_3027),
    ("c.fsdsp ft0, 256(sp)", 0xa202, "fsd ft0, 256(sp)", 0x1001_3027),
    ("c.fsdsp ft11, 504(sp)", 0xbffe, "fsd ft11, 504(sp)", 0x1ff1_3c27),
    ("c.swsp a0, 4(sp)", 0xc22a, "sw a0, 4(sp)", 0x00a1_2223),
    ("c.swsp ra, 8(sp)", 0xc406, "sw ra, 8(sp)", 0x0011_2423),
    ("c.swsp ra, 16(sp)", 0xc806, "sw ra, 16(sp)", 0x0011_2823),
    ("c.swsp ra, 32(sp)", 0xd006, "sw ra, 32(sp)", 0x0211_2023),
    ("c.swsp ra, 64(sp)", 0xc086, "sw ra, 64(sp)", 0x0411_2023),
    ("c.swsp ra, 128(sp)", 0xc106, "sw ra, 128(sp)", 0x0811_2023),
    ("c.swsp t6, 252(sp)", 0xdffe, "sw t6, 252(sp)", 0x0ff1_2e23),
    ("c.fswsp fa0, 4(sp)", 0xe22a, "fsw fa0, 4(sp)", 0x00a1_2227),
    ("c.fswsp ft0, 8(sp)", 0xe402, "fsw ft0, 8(sp)", 0x0001_2427),
    ("c.fswsp ft0, 16(sp)", 0xe802, "fsw ft0, 16(sp)", 0x0001_2827),
    ("c.fswsp ft0, 32(sp)", 0xf002, "fsw ft0, 32(sp)", 0x0201_2027),
    ("c.fswsp ft0, 64(sp)", 0xe082, "fsw ft0, 64(sp)", 0x0401_2027),
    ("c.fswsp ft0, 128(sp)", 0xe102, "fsw ft0, 128(sp)", 0x0801_2027),
    ("c.fswsp ft11, 252(sp)", 0xfffe, "fsw ft11, 252(sp)", 0x0ff1_2e27),
];

fn decode(half: u16) -> Option<Decoded> {
    DESC.decode_any(half.into())
}

fn mnemonic(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

#[test]
fn literal_cases_expand_as_written() {
    for &(text, half, long, word) in CASES {
        let decoded = decode(half).unwrap_or_else(|| panic!("{text} is not decoded"));
        let short = decoded.short.map(|short| short.name);
        assert_eq!(short, Some(mnemonic(text)), "{half:#06x}");
        assert_eq!(decoded.word, word, "{text}: {:#010x}", decoded.word);
        assert_eq!(DESC.rows[decoded.row].name, mnemonic(long));
        assert_eq!(decoded.len, 2);
    }
}

#[test]
fn every_row_has_two_cases() {
    for row in DESC.compressed {
        let count = CASES.iter().filter(|c| mnemonic(c.0) == row.name).count();
        // One instruction has no operand.
        let wanted = if row.name == "c.ebreak" { 1 } else { 2 };
        assert!(count >= wanted, "{} has {count} cases", row.name);
    }
}

/// The bits of `half` from `low` on.
const fn bits(half: u16, low: u16, count: u16) -> u16 {
    half >> low & ((1 << count) - 1)
}

/// What the tables of the manual call reserved, or leave to others, on rv32 with F and D. Hints
/// are not among them.
fn is_reserved(half: u16) -> bool {
    let (quadrant, funct3) = (bits(half, 0, 2), bits(half, 13, 3));
    let (rd, rs2, bit12) = (bits(half, 7, 5), bits(half, 2, 5), bits(half, 12, 1));
    match (quadrant, funct3) {
        (0, 0b000) => bits(half, 5, 8) == 0,
        (0, 0b100) => true,
        (1, 0b011) => bit12 == 0 && rs2 == 0,
        (1, 0b100) => bit12 == 1 && bits(half, 10, 2) != 0b10,
        (2, 0b000) => bit12 == 1,
        (2, 0b010) => rd == 0,
        (2, 0b100) => bit12 == 0 && rs2 == 0 && rd == 0,
        _ => false,
    }
}

/// Every half-word but the first of a longer instruction is one instruction or reserved, whatever
/// follows it.
#[test]
fn every_half_word_is_an_instruction_or_reserved() {
    for half in (0..=u16::MAX).filter(|half| half & 3 != 3) {
        let decoded = decode(half);
        assert_eq!(decoded.is_none(), is_reserved(half), "{half:#06x}");
        let followed = DESC.decode_any(0xffff_0000 | u32::from(half));
        let word = |found: Option<Decoded>| found.map(|d| (d.word, d.len));
        assert_eq!(word(followed), word(decoded), "{half:#06x}");
    }
}

/// What a half-word stands for decodes to the same row by itself.
#[test]
fn expansions_are_instructions() {
    for half in (0..=u16::MAX).filter(|half| half & 3 != 3) {
        let Some(decoded) = decode(half) else {
            continue;
        };
        let again = DESC.decode_any(decoded.word).map(|d| (d.row, d.len));
        assert_eq!(again, Some((decoded.row, 4)), "{half:#06x}");
        let base = decoded.short.map(|short| short.base);
        assert_eq!(base, Some(DESC.rows[decoded.row].name), "{half:#06x}");
    }
}

#[test]
fn decoding_the_first_half_of_a_longer_instruction_is_total() {
    for half in (0..=u16::MAX).filter(|half| half & 3 == 3) {
        for rest in [0, 0x1234, 0x8000, 0xffff] {
            let found = DESC.decode_any(rest << 16 | u32::from(half));
            assert!(found.is_none_or(|d| d.len == 4 && d.short.is_none()));
        }
    }
}

#[test]
fn the_zero_half_word_is_illegal() {
    assert!(decode(0).is_none());
}

/// Hints do nothing that can be seen, and are not illegal.
#[test]
fn hints_write_to_x0() {
    let cases = [
        (0x0005, "addi", 0x0010_0013), // c.nop 1
        (0x0501, "addi", 0x0005_0513), // c.addi a0, 0
        (0x4005, "addi", 0x0010_0013), // c.li zero, 1
        (0x6005, "lui", 0x0000_1037),  // c.lui zero, 1
        (0x0006, "slli", 0x0010_1013), // c.slli zero, 1
        (0x0502, "slli", 0x0005_1513), // c.slli a0, 0
        (0x8101, "srli", 0x0005_5513), // c.srli a0, 0
        (0x8501, "srai", 0x4005_5513), // c.srai a0, 0
        (0x802e, "add", 0x00b0_0033),  // c.mv zero, a1
        (0x902e, "add", 0x00b0_0033),  // c.add zero, a1
    ];
    for (half, name, word) in cases {
        let decoded = decode(half).unwrap_or_else(|| panic!("{half:#06x}"));
        assert_eq!((DESC.rows[decoded.row].name, decoded.word), (name, word));
    }
}
