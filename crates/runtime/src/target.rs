//! What a program is for: the machine, its assembly language, and the environment.

use assembler::{AssembleOptions, Dialect, GNU_MIPS, GNU_RISCV, MARS, MIPSY, RARS, SPIM, VENUS};
use machine::env::{Environment, Linux, LinuxAbi, Mars, MarsMap, Spim, Venus};
use machine::float::NanRule;
use machine::image::Image;
use machine::isa::{IsaDesc, Subset};
use machine::run::Machine;
#[cfg(any(feature = "only-rv32", feature = "only-mips32"))]
use machine::run::Processor;

/// A machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// RISC-V, usually in the language of Venus.
    RiscV,
    /// MIPS, usually in the language of MARS.
    Mips,
}

/// An assembly language, with the machine and the environment of programs that are written in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// That of Venus.
    Venus,
    /// That of RARS.
    Rars,
    /// That of MARS.
    Mars,
    /// That of SPIM.
    Spim,
    /// That of mipsy.
    Mipsy,
    /// That of GNU as, for RISC-V.
    Gnu,
    /// That of GNU as, for MIPS.
    GnuMips,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 7] = [
        Language::Venus,
        Language::Rars,
        Language::Mars,
        Language::Spim,
        Language::Mipsy,
        Language::Gnu,
        Language::GnuMips,
    ];

    /// Gives a program in this language its NaNs, unless objects have done so: what a compiler writes
    /// as text is what it writes as objects.
    pub(crate) fn choose_nans(self, image: &mut Image) {
        if self == Language::GnuMips && image.nans == NanRule::Canonical {
            image.nans = NanRule::Legacy;
        }
    }

    /// Its rules.
    pub fn dialect(self) -> &'static Dialect {
        match self {
            Language::Venus => &VENUS,
            Language::Rars => &RARS,
            Language::Mars => &MARS,
            Language::Spim => &SPIM,
            Language::Mipsy => &MIPSY,
            Language::Gnu => &GNU_RISCV,
            Language::GnuMips => &GNU_MIPS,
        }
    }

    /// The machine.
    pub fn target(self) -> Target {
        match self {
            Language::Venus | Language::Rars | Language::Gnu => Target::RiscV,
            Language::Mars | Language::Spim | Language::Mipsy | Language::GnuMips => Target::Mips,
        }
    }

    /// The environment.
    pub fn home(self) -> EnvironmentKind {
        match self {
            Language::Venus => EnvironmentKind::Venus,
            Language::Rars => EnvironmentKind::Rars,
            Language::Mars => EnvironmentKind::Mars,
            Language::Spim => EnvironmentKind::Spim,
            Language::Mipsy => EnvironmentKind::Mipsy,
            Language::Gnu | Language::GnuMips => EnvironmentKind::Linux,
        }
    }

    /// How to assemble it. `map` is where things lie in memory, if the language has a choice.
    pub fn options(self, map: &MarsMap) -> AssembleOptions {
        let dialect = self.dialect();
        let mut options = AssembleOptions::new(self.target().desc(), dialect);
        if let Some(chosen) = dialect.maps.iter().find(|known| known.name == map.name) {
            options.map = *chosen;
        }
        // Compilers write for processors as they are.
        options.delay_slots = self == Language::GnuMips;
        options
    }

    /// The language of the same name for a machine, if there is one.
    pub fn on(self, target: Target) -> Option<Self> {
        let name = self.dialect().name;
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.dialect().name == name && language.target() == target)
    }

    /// The language of this name.
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.dialect().name == name)
    }
}

impl Target {
    /// All of them.
    pub const ALL: [Target; 2] = [Target::RiscV, Target::Mips];

    /// The tables of the machine.
    pub fn desc(self) -> &'static IsaDesc {
        match self {
            Target::RiscV => &rv32::DESC,
            Target::Mips => &mips32::DESC,
        }
    }

    /// The processor with fewer registers that the flags of an ELF file ask for.
    pub fn small_processor(self, flags: u32) -> Option<Subset> {
        const RISCV_E: u32 = 8;
        let is_small = self == Target::RiscV && flags & RISCV_E != 0;
        let name = is_small.then_some("rv32emafdcbn_zicsr_zifencei_zbc_zicond")?;
        (self.desc().subset)(name).ok()
    }

    /// What the flags of an ELF file say about NaNs.
    pub fn nan_rule(self, flags: u32) -> NanRule {
        const MIPS_NAN_2008: u32 = 0x400;
        match self {
            Target::RiscV => NanRule::Canonical,
            Target::Mips if flags & MIPS_NAN_2008 != 0 => NanRule::Payload,
            Target::Mips => NanRule::Legacy,
        }
    }

    /// A machine without a program. This is the only place that chooses one.
    pub fn machine(self) -> Machine {
        Machine::new(match self {
            #[cfg(not(feature = "only-mips32"))]
            Target::RiscV => rv32::PROCESSOR,
            #[cfg(feature = "only-mips32")]
            Target::RiscV => Processor::without_loops(&rv32::DESC),
            #[cfg(not(feature = "only-rv32"))]
            Target::Mips => mips32::PROCESSOR,
            #[cfg(feature = "only-rv32")]
            Target::Mips => Processor::without_loops(&mips32::DESC),
        })
    }

    /// Whether this build can run programs for it.
    pub const fn runs_here(self) -> bool {
        match self {
            Target::RiscV => cfg!(not(feature = "only-mips32")),
            Target::Mips => cfg!(not(feature = "only-rv32")),
        }
    }

    /// The language that programs for it are written in, unless something else is said.
    pub fn language(self) -> Language {
        match self {
            Target::RiscV => Language::Venus,
            Target::Mips => Language::Mars,
        }
    }

    /// The rules of that language.
    pub fn dialect(self) -> &'static Dialect {
        self.language().dialect()
    }

    /// How to assemble that language.
    pub fn options(self, map: &MarsMap) -> AssembleOptions {
        self.language().options(map)
    }

    /// The environment of programs that are written in it.
    pub fn home(self) -> EnvironmentKind {
        self.language().home()
    }

    /// The target of the instruction set with this name.
    pub fn named(isa: &str) -> Option<Self> {
        Target::ALL.into_iter().find(|t| t.desc().name == isa)
    }

    /// The target of ELF files with this number.
    pub fn of_elf(machine: u16) -> Option<Self> {
        let mut all = Target::ALL.into_iter();
        all.find(|target| target.desc().elf_machine == machine)
    }
}

/// The environments a program can run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvironmentKind {
    /// Venus: call number in a0.
    Venus,
    /// RARS: call number in a7.
    Rars,
    /// MARS: call number in $v0.
    Mars,
    /// SPIM: call number in $v0, exceptions are printed and passed over.
    Spim,
    /// mipsy: call number in $v0, the exit code is what main returns.
    Mipsy,
    /// Linux: call number in a7, or $v0.
    Linux,
}

impl EnvironmentKind {
    /// All of them.
    pub const ALL: [EnvironmentKind; 6] = [
        EnvironmentKind::Venus,
        EnvironmentKind::Rars,
        EnvironmentKind::Mars,
        EnvironmentKind::Spim,
        EnvironmentKind::Mipsy,
        EnvironmentKind::Linux,
    ];

    /// The environment of this name.
    pub fn named(name: &str) -> Option<Self> {
        EnvironmentKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            EnvironmentKind::Venus => "venus",
            EnvironmentKind::Rars => "rars",
            EnvironmentKind::Mars => "mars",
            EnvironmentKind::Spim => "spim",
            EnvironmentKind::Mipsy => "mipsy",
            EnvironmentKind::Linux => "linux",
        }
    }

    /// Whether programs for this machine can run in it.
    pub fn suits(self, target: Target) -> bool {
        let mut homes = Language::ALL.into_iter();
        self == EnvironmentKind::Linux || homes.any(|l| l.home() == self && l.target() == target)
    }

    /// Whether runs in it report values that are used before they are set, without being asked.
    pub fn reports_uninitialised(self) -> bool {
        self == EnvironmentKind::Mipsy
    }

    /// The environment, for a machine that it suits.
    pub fn make(self, target: Target, setup: &EnvironmentSetup) -> Box<dyn Environment> {
        match self {
            EnvironmentKind::Venus => Box::new(Venus::default()),
            EnvironmentKind::Rars => Box::new(Mars::rars(setup.map, setup.seed)),
            EnvironmentKind::Mars => Box::new(Mars::new(setup.map, setup.seed)),
            EnvironmentKind::Spim => Box::new(Spim::new()),
            EnvironmentKind::Mipsy => Box::new(Spim::mipsy()),
            EnvironmentKind::Linux => {
                let abi = match target {
                    Target::RiscV => &LinuxAbi::RISCV,
                    Target::Mips => &LinuxAbi::MIPS_O32,
                };
                Box::new(Linux::new(abi, setup.seed))
            }
        }
    }
}

/// What can be chosen about environments.
#[derive(Clone, Copy, Debug)]
pub struct EnvironmentSetup {
    /// Where random numbers begin.
    pub seed: u64,
    /// Where things lie in memory, in the environments of MARS and RARS.
    pub map: &'static MarsMap,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_target_has_its_names() {
        for target in Target::ALL {
            assert_eq!(Target::named(target.desc().name), Some(target));
            assert_eq!(Target::of_elf(target.desc().elf_machine), Some(target));
            assert!(target.home().suits(target));
        }
        assert_eq!(Target::of_elf(62), None);
    }

    #[test]
    fn every_memory_configuration_can_be_assembled_for() {
        for map in MarsMap::ALL {
            assert_eq!(Language::Mars.options(map).map.name, map.name);
            assert_eq!(Language::Rars.options(map).map.name, map.name);
        }
    }

    #[test]
    fn linux_runs_both_machines_and_the_simulators_their_own() {
        assert!(EnvironmentKind::Linux.suits(Target::RiscV));
        assert!(EnvironmentKind::Linux.suits(Target::Mips));
        assert!(!EnvironmentKind::Venus.suits(Target::Mips));
        assert!(!EnvironmentKind::Mars.suits(Target::RiscV));
        assert!(EnvironmentKind::Rars.suits(Target::RiscV));
        assert!(!EnvironmentKind::Rars.suits(Target::Mips));
    }
}
