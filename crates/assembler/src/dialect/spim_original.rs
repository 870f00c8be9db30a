//! What SPIM itself accepts.

use super::original::{DataRanges, FormRow, Original, OriginalNumbers, Phrases, WordRules, form};

/// SPIM 8 and 9, where they agree; else 9.
pub(super) static ORIGINAL: Original = Original {
    name: "SPIM",
    words: WordRules {
        upper_case: false,
        splits_signs: true,
        sums: true,
        numbers: OriginalNumbers::Decimal,
        character_escapes: "nt\\0",
        octal_characters: false,
        string_escapes: None,
        open_strings: false,
        tags: false,
    },
    several_labels: false,
    instructions_as_labels: false,
    kept_register: Some("$at"),
    forms: FORMS,
    directives: &[
        ".text",
        ".data",
        ".rdata",
        ".sdata",
        ".ktext",
        ".kdata",
        ".byte",
        ".half",
        ".word",
        ".float",
        ".double",
        ".ascii",
        ".asciiz",
        ".space",
        ".align",
        ".globl",
        ".extern",
        ".comm",
        ".lcomm",
        ".set",
        ".ent",
        ".end",
        ".frame",
        ".mask",
        ".fmask",
        ".file",
        ".loc",
        ".lab",
        ".option",
        ".alias",
        ".noalias",
        ".bgnb",
        ".endb",
        ".livereg",
        ".verstamp",
        ".vreg",
        ".struct",
        ".repeat",
    ],
    unknown_registers: &[],
    reserved: &[],
    control_registers: &[],
    data_ranges: DataRanges::Any,
    phrases: Phrases::Spim,
    instead: INSTEAD,
};

/// With a number of any size in the place of the last register.
const BY_VALUE: &str = "mul mulo mulou div divu rem remu seq sne sge sgeu sgt sgtu sle sleu";
const BRANCHES: &str = "beq bne bge bgeu bgt bgtu ble bleu blt bltu";
/// With a number in the place of the second register, also where the first is the result as well.
const BY_NUMBER: &str = "add addu sub subu and or xor slt sltu";
const MEMORY: &str =
    "la lw sw lh sh lb sb lhu lbu lwl swl lwr swr ll sc ld sd ulw ulh ulhu usw ush";
const FLOAT_MEMORY: &str = "lwc1 swc1 ldc1 sdc1 l.s s.s l.d s.d";
const COMPARED_SINGLES: &str = "c.f.s c.un.s c.eq.s c.ueq.s c.olt.s c.ult.s c.ole.s c.ule.s \
                                c.sf.s c.ngle.s c.seq.s c.ngl.s c.lt.s c.nge.s c.le.s c.ngt.s";
const COMPARED_DOUBLES: &str = "c.f.d c.un.d c.eq.d c.ueq.d c.olt.d c.ult.d c.ole.d c.ule.d \
                                c.sf.d c.ngle.d c.seq.d c.ngl.d c.lt.d c.nge.d c.le.d c.ngt.d";

static FORMS: &[FormRow] = &[
    form("nop syscall eret ssnop sync", ""),
    form("break", "100"),
    // Arithmetic and logic.
    form(
        "add addu sub subu and or nor xor slt sltu mul mulo mulou div divu rem remu rol ror seq sne \
         sge sgeu sgt sgtu sle sleu movn movz sll srl sra sllv srlv srav",
        "$t1,$t2,$t3",
    ),
    form(BY_VALUE, "$t1,$t2,100000"),
    form(BY_NUMBER, "$t1,$t2,100000"),
    form(BY_NUMBER, "$t1,100000"),
    form("nor", "$t1,$t2,100000"),
    form("nor", "$t1,100"),
    form("addi addiu slti sltiu", "$t1,$t2,-100"),
    form("addi addiu slti sltiu", "$t1,-100"),
    form("andi ori xori", "$t1,$t2,100"),
    form("andi ori xori lui", "$t1,100"),
    form("sll srl sra rol ror", "$t1,$t2,10"),
    form("mult multu madd maddu msub msubu div divu", "$t1,$t2"),
    form("abs neg negu not move clo clz", "$t1,$t2"),
    form("mfhi mflo mthi mtlo", "$t1"),
    form("movf movt", "$t1,$t2,1"),
    // Numbers and memory.
    form("li", "$t1,100000"),
    form(MEMORY, "$t1,label"),
    form(MEMORY, "$t1,100000($t2)"),
    form(MEMORY, "$t1,($t2)"),
    form(MEMORY, "$t1,label($t2)"),
    form(MEMORY, "$t1,label+100000"),
    form(MEMORY, "$t1,label+100000($t2)"),
    form(MEMORY, "$t1,100000"),
    form(FLOAT_MEMORY, "$f2,label"),
    form(FLOAT_MEMORY, "$f2,100000($t2)"),
    form(FLOAT_MEMORY, "$f2,($t2)"),
    form(FLOAT_MEMORY, "$f2,label($t2)"),
    form(FLOAT_MEMORY, "$f2,label+100000"),
    form(FLOAT_MEMORY, "$f2,label+100000($t2)"),
    form(FLOAT_MEMORY, "$f2,100000"),
    form("pref", "10,-100($t2)"),
    form("pref", "10,($t2)"),
    // Branches and jumps.
    form("b bal j jal", "label"),
    form(BRANCHES, "$t1,$t2,label"),
    form(BRANCHES, "$t1,100000,label"),
    form("beqz bnez bgez bgezal bgtz blez bltz bltzal", "$t1,label"),
    form("j jal jr jalr", "$t1"),
    form("jalr", "$t1,$t2"),
    form("teq tne tge tgeu tlt tltu", "$t1,$t2"),
    form("teqi tnei tgei tgeiu tlti tltiu", "$t1,-100"),
    // Floating point.
    form("add.s sub.s mul.s div.s", "$f0,$f2,$f4"),
    form("add.d sub.d mul.d div.d", "$f0,$f2,$f4"),
    form(
        "sqrt.s abs.s neg.s mov.s sqrt.d abs.d neg.d mov.d",
        "$f0,$f2",
    ),
    form(
        "floor.w.s ceil.w.s round.w.s trunc.w.s floor.w.d ceil.w.d round.w.d trunc.w.d",
        "$f0,$f2",
    ),
    form("cvt.s.w cvt.w.s cvt.s.d cvt.w.d cvt.d.s cvt.d.w", "$f0,$f2"),
    form("li.s li.d", "$f2,1.5"),
    form(COMPARED_SINGLES, "$f0,$f2"),
    form(COMPARED_SINGLES, "1,$f0,$f2"),
    form(COMPARED_DOUBLES, "$f0,$f2"),
    form(COMPARED_DOUBLES, "1,$f0,$f2"),
    form("bc1f bc1t", "label"),
    form("bc1f bc1t", "1,label"),
    form("movf.s movt.s movf.d movt.d", "$f0,$f2,1"),
    form("movn.s movz.s movn.d movz.d", "$f0,$f2,$t1"),
    form("mfc1 mtc1 mfc1.d mtc1.d", "$t1,$f2"),
    form("cfc1 ctc1", "$t1,$31"),
    form("mfc0 mtc0", "$t1,$12"),
];

const ZEROED: &str = "write `.space` with the number of bytes";
const REMOVE: &str = "remove the line: nothing needs it";
const NO_MACROS: &str = "SPIM has no macros: write the instructions, or a function";

static INSTEAD: &[(&str, &str)] = &[
    ("subi", "write `sub` with the number"),
    ("subiu", "write `subu` with the number"),
    ("mulu", "write `mulou`, or `multu` and `mflo`"),
    ("rotr", "write `ror`"),
    ("rotrv", "write `ror`"),
    ("seb", "write `sll` by 24, then `sra` by 24"),
    ("seh", "write `sll` by 16, then `sra` by 16"),
    ("zeb", "write `andi` with 0xff"),
    ("zeh", "write `andi` with 0xffff"),
    (
        "ext",
        "write `sll` and `srl`, which leave the bits of the field",
    ),
    ("ins", "write `and` with a mask, then `or`"),
    ("wsbh", "write shifts and masks"),
    ("ehb", "write `nop`"),
    (".asciz", "write `.asciiz`"),
    (".string", "write `.asciiz`"),
    (".global", "write `.globl`"),
    (".zero", ZEROED),
    (".skip", ZEROED),
    (".short", "write `.half`"),
    (".int", "write `.word`"),
    (".long", "write `.word`"),
    (".eqv", "write `NAME = VALUE`"),
    (".equ", "write `NAME = VALUE`"),
    (".include", "put everything into one file"),
    (".macro", NO_MACROS),
    (".end_macro", NO_MACROS),
    (".type", REMOVE),
    (".size", REMOVE),
    (".section", "write `.text` or `.data`"),
    (".bss", "write `.data`"),
    (".p2align", "write `.align`"),
];
