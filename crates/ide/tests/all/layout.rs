//! The layout never changes what a source means.

use crate::corpus::sources;
use assembler::format;
use assembler::outline::OutlineReader;
use assembler::{AssembleOptions, MARS};
use assembler::{Assembler, FileSource, FsLoader, LoadError, RealFile, VENUS};
use machine::env::MarsMap;
use runtime::Language;
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The disk, with another text in the place of one file.
#[derive(Debug)]
struct Changed(PathBuf, Arc<[u8]>);

impl FileSource for Changed {
    fn read(&self, path: &Path, _: Option<&str>, _: u64) -> Result<RealFile, LoadError> {
        let path = path.canonicalize().map_err(|_| LoadError::NotFound)?;
        let text = match path == self.0 {
            true => Arc::clone(&self.1),
            false => fs::read(&path).map_err(|_| LoadError::NotFound)?.into(),
        };
        Ok(RealFile { path, text })
    }

    fn list(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }
}

/// The program that begins with a file, as it is with this text.
fn load(
    path: &Path,
    text: &str,
    language: Option<Language>,
    assembler: &mut Assembler,
) -> LoadedProgram {
    let folder = path.parent().expect("a folder");
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .expect("a name");
    let options = LoadOptions {
        language,
        ..LoadOptions::new(folder.to_owned())
    };
    let files = Changed(path.to_owned(), text.as_bytes().into());
    let mut loader = FsLoader::new(folder)
        .with_full_names()
        .from_source(Arc::new(files));
    let request = LoadRequest {
        assembler: Some(assembler),
        ..LoadRequest::new(name, &options)
    };
    request.from_loader(&mut loader).load()
}

/// Everything that a run could see, and the number of mistakes otherwise.
fn meaning(loaded: &LoadedProgram) -> String {
    match &loaded.program {
        Some(program) => format!("{:?}", program.image),
        None => {
            let mut codes: Vec<_> = loaded.diagnostics.iter().map(|d| d.code.0).collect();
            codes.sort_unstable();
            format!("{codes:?}")
        }
    }
}

#[test]
fn no_source_of_this_project_gets_another_meaning() {
    let mut assembler = Assembler::default();
    let (mut changed, mut whole) = (0, 0);
    for (path, text) in sources() {
        let before = load(&path, &text, None, &mut assembler);
        let options = before.language.options(&MarsMap::DEFAULT);
        let reader = OutlineReader::new(&options);
        let after = format::format(&reader, &text);
        assert_eq!(format::format(&reader, &after), after, "{}", path.display());
        changed += usize::from(after != text);
        whole += usize::from(before.program.is_some());
        let language = Some(before.language);
        let same = load(&path, &after, language, &mut assembler);
        let before = load(&path, &text, language, &mut assembler);
        assert_eq!(meaning(&same), meaning(&before), "{}", path.display());
    }
    assert!(
        changed > 100 && whole > 200,
        "{changed} changed, {whole} assemble"
    );
}

#[track_caller]
fn check(text: &str, expect: &str) {
    check_in(&AssembleOptions::new(&rv32::DESC, &VENUS), text, expect);
}

#[track_caller]
fn check_mars(text: &str, expect: &str) {
    check_in(&AssembleOptions::new(&mips32::DESC, &MARS), text, expect);
}

#[track_caller]
fn check_in(options: &AssembleOptions, text: &str, expect: &str) {
    let reader = OutlineReader::new(options);
    assert_eq!(format::format(&reader, text), expect);
    assert_eq!(format::format(&reader, expect), expect);
}

#[test]
fn statements_have_their_columns() {
    check(
        "main:li a0,5\n  addi   a0 , a0,1 # more\n\tret\n",
        "main: li   a0, 5\n    addi a0, a0, 1                  # more\n    ret\n",
    );
}

#[test]
fn data_and_comments_share_columns() {
    check(
        ".data\nx: .word 1,2 # two\nlonger_name: .byte 3\n.half 4 # on\n # alone\n\n\n\n.text # code\n",
        ".data\nx:              .word 1, 2          # two\nlonger_name:    .byte 3\n                .half 4             # on\n    # alone\n\n.text                               # code\n",
    );
}

#[test]
fn what_may_mean_something_stays() {
    let text = "#define X  5\n   #define Y\n.string \"a  b\nli a0, /* x */ 5\n";
    check(text, &text.replace("   #", "    #"));
    check(
        "li a0, 1\r\n li a0, 2\r\n",
        "    li   a0, 1\r\n    li   a0, 2\r\n",
    );
    check("", "");
    check("\n\n", "");
    check("nop", "    nop\n");
}

#[test]
fn macros_and_lists_keep_their_words() {
    check_mars(
        ".macro f( %a , %b )\n add %a,%b ,  -1\n.end_macro\n f( $t0,$t1 )\nx: .word 1:3 2\n 5 , 6\n.eqv N  5 + 1\n",
        ".macro f( %a, %b )\n    add  %a, %b, -1\n.end_macro\n    f( $t0, $t1 )\nx:  .word 1:3 2\n    5, 6\n.eqv N 5 + 1\n",
    );
}
