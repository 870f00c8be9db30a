//! The registers as gdb numbers and describes them.

use debug::Engine;
use debug::engine::EditError;
use debug::expr::Assignable;
use machine::isa::{Bank, Reg};
use runtime::Target;
use std::fmt::Write as _;

/// A register of gdb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GdbRegister {
    name: String,
    /// How long it is, in bytes.
    pub(crate) size: usize,
    /// What it holds, in gdb's words.
    kind: &'static str,
    /// The part of the description that it belongs to.
    feature: &'static str,
    source: Source,
}

/// Where its value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Register(Reg),
    Pc,
    /// A control register.
    Control(u32),
    /// The floating-point control register of MIPS, of which programs here have the condition bits.
    ConditionBits,
    /// What this machine does not have and gdb insists on.
    Nothing,
}

/// All registers, by number.
pub(crate) fn all(engine: &Engine) -> Vec<GdbRegister> {
    match engine.loaded().target {
        Target::RiscV => of_riscv(engine),
        Target::Mips => of_mips(engine),
    }
}

fn word(feature: &'static str, name: impl Into<String>, source: Source) -> GdbRegister {
    GdbRegister {
        name: name.into(),
        size: 4,
        kind: "int",
        feature,
        source,
    }
}

fn of_riscv(engine: &Engine) -> Vec<GdbRegister> {
    const CPU: &str = "org.gnu.gdb.riscv.cpu";
    const FPU: &str = "org.gnu.gdb.riscv.fpu";
    const CSR: &str = "org.gnu.gdb.riscv.csr";
    let name = |bank, k| engine.desc().register_name(Reg::of(bank, k));
    let general = (0..32).map(|k| {
        let reg = Reg::of(Bank::Int, k);
        word(CPU, name(Bank::Int, k), Source::Register(reg))
    });
    let mut all: Vec<GdbRegister> = general.collect();
    all.push(word(CPU, "pc", Source::Pc));
    all.extend((0..32).map(|k| GdbRegister {
        size: 8,
        kind: "riscv_float",
        ..word(
            FPU,
            name(Bank::Float, k),
            Source::Register(Reg::of(Bank::Float, k)),
        )
    }));
    all.extend(engine.control_registers().iter().map(|(register, _)| {
        let is_float = ["fflags", "frm", "fcsr"].contains(&register.name);
        let feature = if is_float { FPU } else { CSR };
        word(feature, register.name, Source::Control(register.number))
    }));
    point(all, "sp")
}

fn of_mips(engine: &Engine) -> Vec<GdbRegister> {
    const CPU: &str = "org.gnu.gdb.mips.cpu";
    const CP0: &str = "org.gnu.gdb.mips.cp0";
    const FPU: &str = "org.gnu.gdb.mips.fpu";
    let control = |number: u32| {
        let known = engine.control_registers();
        match known.iter().any(|(register, _)| register.number == number) {
            true => Source::Control(number),
            false => Source::Nothing,
        }
    };
    let hidden = |k| Source::Register(Reg::of(Bank::Hidden, k));
    let general = (0..32).map(|k| {
        let reg = Reg::of(Bank::Int, k);
        word(CPU, format!("r{k}"), Source::Register(reg))
    });
    let mut all: Vec<GdbRegister> = general.collect();
    all.push(word(CP0, "status", control(12)));
    all.push(word(CPU, "lo", hidden(1)));
    all.push(word(CPU, "hi", hidden(0)));
    all.push(word(CP0, "badvaddr", control(8)));
    all.push(word(CP0, "cause", control(13)));
    all.push(word(CPU, "pc", Source::Pc));
    all.extend((0..32).map(|k| GdbRegister {
        kind: "ieee_single",
        ..word(
            FPU,
            format!("f{k}"),
            Source::Register(Reg::of(Bank::Float, k)),
        )
    }));
    all.push(word(FPU, "fcsr", Source::ConditionBits));
    all.push(word(FPU, "fir", Source::Nothing));
    all.push(word(CP0, "epc", control(14)));
    point(all, "r29")
}

/// Says of the program counter and the stack pointer that they are addresses.
fn point(mut all: Vec<GdbRegister>, stack: &str) -> Vec<GdbRegister> {
    for register in &mut all {
        if register.name == stack {
            register.kind = "data_ptr";
        } else if register.source == Source::Pc {
            register.kind = "code_ptr";
        }
    }
    all
}

/// The description that gdb asks for.
pub(crate) fn description(engine: &Engine, all: &[GdbRegister]) -> String {
    let architecture = match engine.loaded().target {
        Target::RiscV => "riscv:rv32",
        Target::Mips => "mips:isa32r2",
    };
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n<target version=\"1.0\">\n\
         <architecture>{architecture}</architecture>\n"
    );
    let mut features: Vec<&str> = all.iter().map(|register| register.feature).collect();
    features.sort_unstable();
    features.dedup();
    for feature in features {
        let _ = writeln!(text, "<feature name=\"{feature}\">");
        let mine = all.iter().enumerate();
        let mine = mine.filter(|(_, register)| register.feature == feature);
        if mine
            .clone()
            .any(|(_, register)| register.kind == "riscv_float")
        {
            text += "<union id=\"riscv_float\"><field name=\"float\" type=\"ieee_single\"/>\
                     <field name=\"double\" type=\"ieee_double\"/></union>\n";
        }
        for (
            number,
            GdbRegister {
                name, size, kind, ..
            },
        ) in mine
        {
            let bits = 8 * size;
            let _ = writeln!(
                text,
                "<reg name=\"{name}\" bitsize=\"{bits}\" type=\"{kind}\" regnum=\"{number}\"/>"
            );
        }
        text += "</feature>\n";
    }
    text + "</target>\n"
}

impl GdbRegister {
    /// What it holds, in the byte order of the machine.
    pub(crate) fn read(&self, engine: &Engine) -> Vec<u8> {
        let value = match self.source {
            Source::Register(reg) => engine.registers().get(reg),
            Source::Pc => engine.pc().into(),
            Source::Control(number) => {
                let known = engine.control_registers().into_iter();
                let mut values = known.filter(|(register, _)| register.number == number);
                values.next().map_or(0, |(_, value)| value.into())
            }
            Source::ConditionBits => {
                let bits = engine.registers().get(Reg::of(Bank::Hidden, 2));
                (bits & 1) << 23 | (bits >> 1 & 0x7f) << 25
            }
            Source::Nothing => 0,
        };
        let mut bytes = value.to_le_bytes()[..self.size].to_vec();
        if is_big_endian(engine) {
            bytes.reverse();
        }
        bytes
    }

    /// Sets it to what bytes say in the byte order of the machine; one that cannot be set stays.
    pub(crate) fn write(&self, engine: &mut Engine, bytes: &[u8]) -> Result<(), EditError> {
        if self.read(engine) == bytes {
            return Ok(());
        }
        let fold = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
        let value = match is_big_endian(engine) {
            true => bytes.iter().fold(0, fold),
            false => bytes.iter().rev().fold(0, fold),
        };
        let what = format!("set {} = 0x{value:x} (gdb)", self.name);
        match self.source {
            Source::Register(Reg(0)) | Source::ConditionBits | Source::Nothing => Ok(()),
            Source::Register(reg) => engine.set_register_bits(reg, value, &what),
            Source::Pc => engine.set(Assignable::Pc, value as i64, &what),
            Source::Control(number) => engine.set(Assignable::Control(number), value as i64, &what),
        }
    }
}

fn is_big_endian(engine: &Engine) -> bool {
    engine.map().program.image.big_endian
}
