//! Assembles one program after the other. Programs of one project share most of their files: what
//! became of a file is kept, and used again wherever the file has the same place in a program.

use std::hash::Hasher;
use std::rc::Rc;

use diag::{FileId, Text};
use rustc_hash::{FxHashMap, FxHasher};

use machine::isa::IsaDesc;

use crate::detect::LanguageVerdict;
use crate::detect::calls::{self, SimulatorCandidate};
use crate::detect::forms;
use crate::driver::{MainFile, assemble_with};
use crate::options::AssembleOptions;
use crate::placing::layout::Object;
use crate::placing::section::Section;
use crate::program::Assembly;
use crate::source::loader::Loader;
use crate::tables::Tables;
use crate::text::parsed::Import;

/// About as many bytes are kept: then it begins anew.
const MOST_BYTES: usize = 64 << 20;
/// What became of a file and is larger than this is not kept: most of it is data.
const LARGEST_PART: usize = 1 << 20;
/// About as many bytes become of a byte of source, beside what it puts into memory.
const BYTES_OF_BYTE: usize = 16;

/// Assembles one program after the other. What comes of each is what [`assemble`](crate::assemble)
/// gives.
#[derive(Default)]
pub struct Assembler {
    known: Option<Known>,
    verdicts: FxHashMap<VerdictKey, (Box<str>, LanguageVerdict)>,
}

/// A text and the name of its file by their hashes, and the names of the languages that it may be written in.
type VerdictKey = ([u64; 2], [&'static str; 2]);
/// So many texts, no longer than that, are kept with the simulator that they are written for.
const MOST_VERDICTS: usize = 1 << 10;
const LONGEST_JUDGED: usize = 1 << 14;

/// What is known for one way of assembling.
struct Known {
    options: AssembleOptions,
    tables: Tables,
    kept: KeptFiles,
}

impl Assembler {
    /// Assembles a main file, these further files and everything that they import.
    pub fn assemble(
        &mut self,
        main: MainFile,
        extra: &[String],
        options: &AssembleOptions,
        loader: &mut dyn Loader,
    ) -> Assembly {
        if !options.defines.is_empty() {
            return crate::assemble(main, extra, options, loader);
        }
        let known = self
            .known
            .take_if(|known| known.options.reads_the_same(options));
        let known = self.known.insert(known.unwrap_or_else(|| Known {
            options: options.clone(),
            tables: Tables::new(options),
            kept: KeptFiles::default(),
        }));
        let (tables, kept) = (&known.tables, Some(&mut known.kept));
        assemble_with(tables, kept, main, extra, options, loader)
    }

    /// What [`calls::detect`] says about a text.
    pub fn detect_calls(
        &mut self,
        text: &str,
        isa: &'static IsaDesc,
        candidates: [SimulatorCandidate; 2],
    ) -> LanguageVerdict {
        self.judged(text, "", candidates, || {
            calls::detect(text, isa, candidates)
        })
    }

    /// The same, unless the text cannot be written for the second simulator: then that is unknown.
    pub fn detect_own(
        &mut self,
        text: &str,
        isa: &'static IsaDesc,
        candidates: [SimulatorCandidate; 2],
    ) -> LanguageVerdict {
        self.judged(text, "", candidates, || {
            match calls::may_be(text, candidates) {
                true => calls::detect(text, isa, candidates),
                false => LanguageVerdict::Unknown,
            }
        })
    }

    /// What [`forms::detect`] says about a text in a file of this name.
    pub fn detect_forms(
        &mut self,
        text: &str,
        name: &str,
        isa: &'static IsaDesc,
        candidates: [SimulatorCandidate; 2],
    ) -> LanguageVerdict {
        self.judged(text, name, candidates, || {
            forms::detect(text, name, isa, candidates)
        })
    }

    /// A verdict about a text, which is kept: the main files of tests are the same for every submission.
    fn judged(
        &mut self,
        text: &str,
        name: &str,
        candidates: [SimulatorCandidate; 2],
        judge: impl FnOnce() -> LanguageVerdict,
    ) -> LanguageVerdict {
        let hashes = [hash(text.as_bytes()), hash(name.as_bytes())];
        let key = (hashes, candidates.map(|c| c.dialect.name));
        let known = self.verdicts.get(&key);
        if let Some((_, verdict)) = known.filter(|(known, _)| **known == *text) {
            return verdict.clone();
        }
        let verdict = judge();
        if text.len() <= LONGEST_JUDGED {
            if self.verdicts.len() >= MOST_VERDICTS {
                self.verdicts.clear();
            }
            self.verdicts.insert(key, (text.into(), verdict.clone()));
        }
        verdict
    }
}

/// Files that were assembled.
#[derive(Default)]
pub(crate) struct KeptFiles {
    texts: FxHashMap<u64, Text>,
    parts: FxHashMap<KeptKey, KeptFile>,
    bytes: usize,
}

/// A text, by its address, in its place in a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct KeptKey {
    text: usize,
    file: FileId,
    starts: [u64; 4],
}

impl KeptKey {
    /// A text that is this file of a program and begins at these offsets of the segments.
    pub(crate) fn new(text: &Text, file: FileId, starts: [u64; 4]) -> Self {
        KeptKey {
            text: text.as_ptr().addr(),
            file,
            starts,
        }
    }
}

/// What became of a file in which nothing was wrong.
#[derive(Clone)]
pub(crate) struct KeptFile {
    pub(crate) object: Rc<Object>,
    pub(crate) imports: Rc<[Import]>,
}

impl KeptFiles {
    /// The text with these bytes, if it was seen before.
    pub(crate) fn text(&self, bytes: &[u8]) -> Option<Text> {
        let text = self.texts.get(&hash(bytes))?;
        (text.as_bytes() == bytes).then(|| text.clone())
    }

    /// Keeps a text in which every byte counts, unless another one has the same hash: parts of that
    /// are known by its address, which must stay its own.
    pub(crate) fn keep_text(&mut self, text: &Text) {
        let hash = hash(text.as_bytes());
        if self.texts.contains_key(&hash) {
            return;
        }
        if self.bytes + text.len() > MOST_BYTES {
            *self = KeptFiles::default();
        }
        self.bytes += text.len();
        self.texts.insert(hash, text.clone());
    }

    pub(crate) fn part(&self, key: &KeptKey) -> Option<KeptFile> {
        self.parts.get(key).cloned()
    }

    /// Keeps what became of a text, if that is kept.
    pub(crate) fn keep_part(&mut self, key: KeptKey, text: &str, part: &KeptFile) {
        let memory: usize = part.object.contents().map(Section::bytes).sum();
        let size = memory + text.len() * BYTES_OF_BYTE;
        if size > LARGEST_PART {
            return;
        }
        let known = self.texts.get(&hash(text.as_bytes()));
        if known.is_none_or(|known| known.as_ptr().addr() != key.text) {
            return;
        }
        if self.bytes + size > MOST_BYTES {
            // The texts of the program that is being assembled stay known by their addresses.
            self.parts.clear();
            self.bytes = self.texts.values().map(|text| text.len()).sum();
        }
        self.bytes += size;
        self.parts.insert(key, part.clone());
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemoryLoader;
    use crate::dialect::VENUS;

    #[test]
    fn what_is_kept_has_its_limit() {
        let options = AssembleOptions::new(&rv32::DESC, &VENUS);
        let mut assembler = Assembler::default();
        let mut most = 0;
        for round in 0..150 {
            let text = match round % 2 {
                0 => format!(".data\n.space {}\n.byte 1\n", 900_000 + round),
                _ => format!("# {round}\n{}", " ".repeat(700_000)),
            };
            let mut loader = MemoryLoader::default().with("a.s", text);
            let main = MainFile::Path("a.s".to_owned());
            let assembly = assembler.assemble(main, &[], &options, &mut loader);
            assert!(assembly.program.is_some());
            let bytes = assembler.known.as_ref().map_or(0, |known| known.kept.bytes);
            assert!(bytes <= MOST_BYTES);
            most = most.max(bytes);
        }
        assert!(most > MOST_BYTES / 2);
        // What is mostly data is not kept at all.
        let text = ".data\n.space 15000000\n.byte 1\n";
        let mut loader = MemoryLoader::default().with("a.s", text);
        let before = assembler.known.as_ref().map_or(0, |known| known.kept.bytes);
        let main = MainFile::Path("a.s".to_owned());
        assembler.assemble(main, &[], &options, &mut loader);
        let after = assembler.known.as_ref().map_or(0, |known| known.kept.bytes);
        assert_eq!(after, before + text.len());
    }
}
