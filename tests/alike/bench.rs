//! How many disguised copies are found, and how many independent pairs are suspected: the figures of
//! docs/grading.md, which `UPDATE_DOCS=1 cargo bench -p jal --bench alike` renews.
//!
//! Thresholds were chosen with the seed 1; what is printed is for the seed 2, or for `--seed N`. With
//! `--write DIR`, the class is written to disk, to be looked at or graded.

mod class;
mod measure;

use class::code::{Machine, Solution};
use class::disguise::{DISGUISES, copy, own_three};
use class::student::solution;
use grade::similarity::{Prints, groups, pairs};
use measure::{Class, Judged, write};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

const INDEPENDENT: usize = 500;
const COPIES: usize = 8 * DISGUISES.len();
const MACHINES: [(&str, Machine); 2] = [("RISC-V", Machine::RiscV), ("MIPS", Machine::Mips)];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |option: &str| {
        let at = arguments.iter().position(|argument| argument == option)?;
        arguments.get(at + 1)
    };
    let seed = after("--seed")
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(2);
    if let Some(folder) = after("--write") {
        return write_classes(Path::new(folder), seed);
    }
    let text = format!("{}\n{}\n{}", big(seed), small(seed), mass(seed));
    println!("{text}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        update(&text);
    }
}

/// A large class of each machine.
fn big(seed: u64) -> String {
    let judged = MACHINES.map(|(name, machine)| {
        let class = Class::new(machine, seed, INDEPENDENT, COPIES);
        let begin = Instant::now();
        let prints = class.prints();
        let read = begin.elapsed();
        let judged = class.judge(&prints);
        let all = begin.elapsed();
        let members = class.members.len();
        println!(
            "{name}: {members} submissions read in {read:.2?}, compared in {:.2?}",
            all - read
        );
        judged
    });
    let mut text = String::from("| disguise | RISC-V | MIPS |\n|---|---|---|\n");
    let cell = |(found, of): (usize, usize)| format!("{found} of {of}");
    for (number, (name, _)) in DISGUISES.iter().enumerate() {
        let [riscv, mips] = judged
            .each_ref()
            .map(|judged| cell(judged.by_disguise[&number]));
        let _ = writeln!(text, "| {name} | {riscv} | {mips} |");
    }
    let row = |what: &str, cell: &dyn Fn(&Judged) -> String| {
        let [riscv, mips] = judged.each_ref().map(cell);
        format!("| **{what}** | {riscv} | {mips} |\n")
    };
    text += &row("copies found", &|judged| {
        let (found, of) = judged.found();
        format!(
            "{found} of {of} ({:.1} %)",
            found as f64 * 100.0 / of as f64
        )
    });
    text += &row("independent pairs reported", &|judged| {
        let (wrong, of) = (judged.wrong, judged.independent_pairs);
        format!(
            "{wrong} of {of} ({:.3} %)",
            wrong as f64 * 100.0 / of as f64
        )
    });
    text
}

/// Small classes, and exercises of one or two files: each class has one copy.
fn small(seed: u64) -> String {
    const EXERCISES: [(&str, &[&str]); 4] = [
        ("all eight files", &[]),
        ("`move_one` and `move_left`", &["move_one", "move_left"]),
        ("`merge`", &["merge"]),
        ("`place`", &["place"]),
    ];
    let mut text = String::from(
        "| students | handed in | copies found | independent pairs reported |\n|---|---|---|---|\n",
    );
    for size in [5, 30, 100] {
        for (name, stems) in EXERCISES {
            let (mut wrong, mut all, mut found, mut copies) = (0, 0, 0, 0);
            for round in 0..(900 / size as u64) {
                let seed = seed * 9_000_011 + round * 10_007;
                let disguise = [0, 1, 5, 7, 9, 11][round as usize % 6];
                let pairs = pairs(&small_class(size, seed, disguise, stems));
                copies += 1;
                found += usize::from(pairs.iter().any(|p| (p.first, p.second) == (0, size)));
                wrong += pairs.iter().filter(|pair| pair.second < size).count();
                all += size * (size - 1) / 2;
            }
            let percent = wrong as f64 * 100.0 / all as f64;
            let _ = writeln!(
                text,
                "| {size} | {name} | {found} of {copies} | {wrong} of {all} ({percent:.2} %) |"
            );
        }
    }
    text
}

fn small_class(size: usize, seed: u64, disguise: usize, stems: &[&str]) -> Vec<Prints> {
    let class = (0..size as u64).map(|k| solution(Machine::RiscV, seed + k));
    let mut class: Vec<Solution> = class.collect();
    class.push(copy(&class[0], disguise, seed));
    let prints = class.iter().map(|one| {
        let mut texts = one.texts();
        let is_wanted = |path: &str| stems.iter().any(|stem| path.contains(stem));
        texts.retain(|path, _| stems.is_empty() || is_wanted(path));
        Prints::of(&texts)
    });
    prints.collect()
}

/// Many who copy from one.
fn mass(seed: u64) -> String {
    let mut text =
        String::from("| class | groups | largest group | pairs to look at |\n|---|---|---|---|\n");
    let original = solution(Machine::RiscV, seed);
    let copies = (0..1000).map(|k| {
        let mut copy = original.clone();
        own_three(&mut copy, &mut class::code::Dice::new(seed * 31 + k));
        copy
    });
    let disguised = (0..1000).map(|k| copy(&original, k % 16, seed * 37 + k as u64));
    let alone = (0..100).map(|k| solution(Machine::RiscV, seed * 77 + 1000 + k));
    let alone: Vec<Solution> = alone.collect();
    for (name, class) in [
        (
            "1,000 copies of one solution, each with three instructions of its own in every file",
            copies.collect::<Vec<_>>(),
        ),
        (
            "1,000 copies, each in one of 16 disguises, and 100 independent solutions",
            disguised.chain(alone).collect(),
        ),
    ] {
        let prints: Vec<Prints> = class.iter().map(|one| Prints::of(&one.texts())).collect();
        let begin = Instant::now();
        let groups = groups(pairs(&prints), prints.len());
        println!("{name}: compared in {:.2?}", begin.elapsed());
        let largest = groups
            .iter()
            .map(|group| group.members.len())
            .max()
            .unwrap_or(0);
        let pairs: usize = groups.iter().map(|group| group.pairs.len()).sum();
        let _ = writeln!(text, "| {name} | {} | {largest} | {pairs} |", groups.len());
    }
    text
}

fn update(text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/grading.md");
    let page = std::fs::read_to_string(&path).expect("docs/grading.md");
    let begin = "<!-- bench: alike -->\n";
    let (before, rest) = page.split_once(begin).expect("a place for the tables");
    let (_, after) = rest
        .split_once("<!-- end -->")
        .expect("the end of the tables");
    let page = format!("{before}{begin}\n{text}\n<!-- end -->{after}");
    std::fs::write(path, page).expect("docs can be written");
}

fn write_classes(folder: &Path, seed: u64) {
    for (name, machine) in MACHINES {
        let class = Class::new(machine, seed, INDEPENDENT, COPIES);
        let named = class.members.iter().enumerate().map(|(k, one)| {
            let name = match k.checked_sub(INDEPENDENT) {
                None => format!("own{k:03}"),
                Some(k) => format!("copy{k:03}-of{:03}", class.copies[k].0),
            };
            (name, one)
        });
        write(&folder.join(name), named);
    }
}
