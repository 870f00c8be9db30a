//! A class with copies in it, and what the comparison finds.

use crate::class::code::{Machine, Solution};
use crate::class::disguise::{DISGUISES, copy};
use crate::class::student::solution;
use grade::similarity::{Prints, pairs};
use std::collections::BTreeMap;
use std::path::Path;

/// A class: solutions that are independent of each other, and copies of some of them.
pub(crate) struct Class {
    pub(crate) members: Vec<Solution>,
    /// Of each copy: which one it is a copy of, and its disguise.
    pub(crate) copies: Vec<(usize, usize)>,
    pub(crate) independent: usize,
}

impl Class {
    /// Disguises are taken in turn; no two copies have the same original as long as there are others.
    pub(crate) fn new(machine: Machine, seed: u64, independent: usize, copies: usize) -> Self {
        let members = (0..independent as u64).map(|k| solution(machine, seed * 1_000_003 + k));
        let mut members: Vec<Solution> = members.collect();
        let mut made = Vec::new();
        for k in 0..copies {
            let (of, disguise) = (k * 2 % independent, k % DISGUISES.len());
            members.push(copy(&members[of], disguise, seed * 7_000_003 + k as u64));
            made.push((of, disguise));
        }
        Class {
            members,
            copies: made,
            independent,
        }
    }

    /// What is compared, without what the course gives to everyone.
    pub(crate) fn prints(&self) -> Vec<Prints> {
        let given = Prints::of(&handout(self.members[0].machine));
        let members = self.members.iter();
        members
            .map(|one| Prints::of(&one.texts()).without(&given))
            .collect()
    }

    /// Compares them.
    pub(crate) fn judge(&self, prints: &[Prints]) -> Judged {
        let found = pairs(prints);
        let mut by_disguise: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (k, (of, disguise)) in self.copies.iter().enumerate() {
            let is_it = |a: usize, b: usize| (a, b) == (*of, self.independent + k);
            let entry = by_disguise.entry(*disguise).or_default();
            entry.0 += usize::from(found.iter().any(|pair| is_it(pair.first, pair.second)));
            entry.1 += 1;
        }
        let wrong = found.iter().filter(|pair| pair.second < self.independent);
        Judged {
            wrong: wrong.count(),
            independent_pairs: self.independent * (self.independent - 1) / 2,
            by_disguise,
        }
    }
}

/// What was found.
pub(crate) struct Judged {
    /// Pairs of independent solutions that were reported, and of how many.
    pub(crate) wrong: usize,
    pub(crate) independent_pairs: usize,
    /// How many copies were found with their originals, and of how many.
    pub(crate) by_disguise: BTreeMap<usize, (usize, usize)>,
}

impl Judged {
    pub(crate) fn found(&self) -> (usize, usize) {
        let all = self.by_disguise.values();
        all.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }
}

/// The bundled course.
pub(crate) fn course(machine: Machine) -> std::path::PathBuf {
    let folder = match machine {
        Machine::RiscV => "../../asm/rv32/2048",
        Machine::Mips => "../../asm/mips32/2048",
    };
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

fn handout(machine: Machine) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(course(machine).join("handout/src")).expect("a hand-out");
    let files = entries.flatten().map(|entry| {
        let name = format!("src/{}", entry.file_name().to_string_lossy());
        (name, std::fs::read(entry.path()).expect("a file"))
    });
    files.collect()
}

/// Writes solutions to disk, a folder each.
pub(crate) fn write<'a>(folder: &Path, all: impl Iterator<Item = (String, &'a Solution)>) {
    for (name, one) in all {
        for (path, text) in one.texts() {
            let path = folder.join(&name).join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
    }
}
