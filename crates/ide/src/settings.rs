//! What is known about the language of documents beside their texts.

use machine::env::MarsMap;
use machine::isa::Subset;
use runtime::load::LoadOptions;
use runtime::{EnvironmentKind, Language, Target};
use std::path::PathBuf;
use std::sync::Arc;

/// How documents are read, as the options of `jal check` say it.
#[derive(Clone, Debug)]
pub struct LanguageSettings {
    /// The machine, if texts do not show it.
    pub target: Option<Target>,
    /// The assembly language.
    pub language: Option<Language>,
    /// The environment of programs.
    pub environment: Option<EnvironmentKind>,
    /// The part of RISC-V that programs may use.
    pub subset: Option<Arc<Subset>>,
    /// Branches are delayed, in sources for MIPS.
    pub delay_slots: bool,
    /// Numbers have their highest byte first, in sources for MIPS.
    pub big_endian: bool,
    /// Programs may read and change their instructions.
    pub self_modifying: bool,
    /// Where things lie in memory.
    pub map: &'static MarsMap,
    /// Registers that all functions share.
    pub global: Vec<String>,
    /// Codes of findings that are not shown.
    pub allow: Vec<String>,
}

impl Default for LanguageSettings {
    fn default() -> Self {
        LanguageSettings {
            target: None,
            language: None,
            environment: None,
            subset: None,
            delay_slots: false,
            big_endian: false,
            self_modifying: false,
            map: &MarsMap::DEFAULT,
            global: Vec::new(),
            allow: Vec::new(),
        }
    }
}

impl LanguageSettings {
    /// How a program in `folder` is loaded whose course says that it is written in `course`.
    pub(crate) fn load_options(&self, folder: PathBuf, course: Option<Language>) -> LoadOptions {
        let course = course.filter(|_| self.target.is_none());
        LoadOptions {
            target: self.target,
            language: self.language.or(course),
            environment: self.environment,
            delay_slots: self.delay_slots,
            big_endian: self.big_endian,
            subset: self.subset.clone(),
            self_modifying: self.self_modifying,
            map: self.map,
            ..LoadOptions::new(folder)
        }
    }
}

/// A setting that people can make.
pub struct EditorSetting {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub doc: &'static str,
    /// Its values, if these are few words.
    pub words: fn() -> Vec<&'static str>,
    set: fn(&mut LanguageSettings, &[&str]) -> Option<()>,
}

/// All settings.
pub static SETTINGS: &[EditorSetting] = &[
    EditorSetting {
        name: "dialect",
        doc: "The assembly language, if it cannot be detected from the source.",
        words: || {
            let mut names: Vec<_> = Language::ALL.iter().map(|l| l.dialect().name).collect();
            names.dedup();
            names
        },
        set: |settings, values| {
            settings.language = Some(Language::named(one(values)?)?);
            Some(())
        },
    },
    EditorSetting {
        name: "isa",
        doc: "The instruction set, if it cannot be detected from the source.",
        words: || Target::ALL.iter().map(|t| t.desc().name).collect(),
        set: |settings, values| {
            settings.target = Some(Target::named(one(values)?)?);
            Some(())
        },
    },
    EditorSetting {
        name: "env",
        doc: "How programs call their environment.",
        words: || EnvironmentKind::ALL.iter().map(|e| e.name()).collect(),
        set: |settings, values| {
            settings.environment = Some(EnvironmentKind::named(one(values)?)?);
            Some(())
        },
    },
    EditorSetting {
        name: "march",
        doc: "The RISC-V processor that programs are for, such as rv32im.",
        words: Vec::new,
        set: |settings, values| {
            let subset = (Target::RiscV.desc().subset)(one(values)?).ok()?;
            settings.subset = Some(Arc::new(subset));
            Some(())
        },
    },
    EditorSetting {
        name: "memory",
        doc: "The memory layout of sources for MARS and RARS.",
        words: || MarsMap::ALL.iter().map(|map| map.name).collect(),
        set: |settings, values| {
            let name = one(values)?;
            settings.map = MarsMap::ALL.into_iter().find(|map| map.name == name)?;
            Some(())
        },
    },
    EditorSetting {
        name: "delaySlots",
        doc: "MIPS sources: the instruction after a branch runs before the branch is taken.",
        words: yes_or_no,
        set: |settings, values| {
            settings.delay_slots = one(values)?.parse().ok()?;
            Some(())
        },
    },
    EditorSetting {
        name: "bigEndian",
        doc: "MIPS sources: numbers have their highest byte first.",
        words: yes_or_no,
        set: |settings, values| {
            settings.big_endian = one(values)?.parse().ok()?;
            Some(())
        },
    },
    EditorSetting {
        name: "selfModifying",
        doc: "MARS and RARS sources: the program may read and change its own instructions.",
        words: yes_or_no,
        set: |settings, values| {
            settings.self_modifying = one(values)?.parse().ok()?;
            Some(())
        },
    },
    EditorSetting {
        name: "global",
        doc: "Registers that the functions of a program share, such as t1-t6.",
        words: Vec::new,
        set: |settings, values| {
            settings.global = values.iter().map(|value| (*value).to_owned()).collect();
            Some(())
        },
    },
    EditorSetting {
        name: "allow",
        doc: "Codes of findings that are not shown.",
        words: Vec::new,
        set: |settings, values| {
            settings.allow = values.iter().map(|value| (*value).to_owned()).collect();
            Some(())
        },
    },
];

impl LanguageSettings {
    /// Makes a setting. The error is a sentence.
    ///
    /// # Errors
    ///
    /// When there is no such setting, or the value does not suit it.
    pub fn set(&mut self, name: &str, values: &[&str]) -> Result<(), String> {
        let Some(row) = SETTINGS.iter().find(|row| row.name == name) else {
            let names: Vec<_> = SETTINGS.iter().map(|row| row.name).collect();
            let names = names.join(", ");
            return Err(format!("there is no setting `{name}`; there are {names}"));
        };
        (row.set)(self, values).ok_or_else(|| {
            let words = (row.words)().join(", ");
            let value = values.join(", ");
            match words.is_empty() {
                true => format!("`{value}` does not suit the setting `{name}`"),
                false => format!("the setting `{name}` takes one of {words}, not `{value}`"),
            }
        })
    }
}

fn yes_or_no() -> Vec<&'static str> {
    vec!["true", "false"]
}

fn one<'v>(values: &[&'v str]) -> Option<&'v str> {
    match values {
        [value] => Some(value),
        _ => None,
    }
}
