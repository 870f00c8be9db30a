//! The grammar of the VS Code extension is what the tables say. `UPDATE_DOCS=1` writes it anew.

use runtime::{Language, Target};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Words as a regular expression that finds any of them, the longest first.
fn any_of(words: &BTreeSet<String>) -> String {
    let mut words: Vec<&String> = words.iter().collect();
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    let words = words
        .iter()
        .map(|word| word.replace('.', "\\.").replace('$', "\\$"));
    words.collect::<Vec<_>>().join("|")
}

fn rule(name: &str, pattern: &str) -> Value {
    json!({ "name": format!("{name}.jal"), "match": pattern })
}

fn grammar() -> Value {
    let machines = Target::ALL.map(Target::desc);
    let rows = machines.iter().flat_map(|desc| desc.rows.iter());
    let instructions: BTreeSet<String> = rows.map(|row| row.name.to_owned()).collect();
    let pseudos = machines.iter().flat_map(|desc| desc.pseudos.iter());
    let pseudos = pseudos.map(|pseudo| pseudo.name.to_owned());
    let pseudos: BTreeSet<String> = pseudos
        .filter(|name| !instructions.contains(name))
        .collect();
    let registers = machines.iter().flat_map(|desc| desc.registers.iter());
    let registers = registers.flat_map(|known| {
        let names = [known.name, known.numbered].into_iter();
        names.chain(known.aliases.iter().copied())
    });
    let (mut plain, mut dollar) = (BTreeSet::new(), BTreeSet::new());
    for name in registers {
        match name.strip_prefix('$') {
            Some(name) => dollar.insert(name.to_owned()),
            None => plain.insert(name.to_owned()),
        };
    }
    let control = machines
        .iter()
        .flat_map(|desc| desc.control_registers.iter());
    plain.extend(control.map(|register| register.name.to_owned()));
    let rows = Language::ALL
        .iter()
        .flat_map(|language| language.dialect().directives);
    let names = rows.flat_map(|row| row.names.iter());
    let directives: BTreeSet<String> = names
        .map(|name| name.trim_start_matches('.').to_owned())
        .collect();
    let escape = rule(
        "constant.character.escape",
        r"\\(?:[abefnrtv0\\'\x22]|x[0-9A-Fa-f]{1,2}|[0-7]{1,3})",
    );
    json!({
        "information_for_contributors": ["Made of the instruction tables by `UPDATE_DOCS=1 cargo test -p lsp grammar`."],
        "name": "Assembly (RISC-V, MIPS)",
        "scopeName": "source.jal",
        "patterns": [
            { "name": "comment.block.jal", "begin": r"/\*", "end": r"\*/" },
            rule("comment.line", r"(?:#|//).*$"),
            { "name": "string.quoted.double.jal", "begin": "\"", "end": "\"|$", "patterns": [escape] },
            rule("string.quoted.single", r"'(?:\\.|[^'\\])'"),
            {
                "match": r"^\s*([A-Za-z_.$][A-Za-z0-9_.$]*|[0-9]+)\s*(:)",
                "captures": {
                    "1": { "name": "entity.name.function.jal" },
                    "2": { "name": "punctuation.separator.jal" },
                },
            },
            rule("keyword.control.directive", &format!(r"(?i)(?<![\w.])\.(?:{})(?![\w.])", any_of(&directives))),
            rule("keyword.control.directive", r"(?<![\w.])\.[A-Za-z_][\w.]*"),
            rule("keyword.mnemonic", &format!(r"(?i)(?<![\w.$%])(?:{})(?![\w.:])", any_of(&instructions))),
            rule("support.function.pseudo", &format!(r"(?i)(?<![\w.$%])(?:{})(?![\w.:])", any_of(&pseudos))),
            rule("variable.language.register", &format!(r"\$(?:{})(?!\w)", any_of(&dollar))),
            rule("variable.language.register", &format!(r"(?<![\w.$%])(?:{})(?!\w)", any_of(&plain))),
            rule("variable.parameter.macro", r"(?:%|\\|\$)[A-Za-z_]\w*"),
            rule("constant.numeric", r"(?<![\w.])[-+]?(?:0x[0-9A-Fa-f]+|0b[01]+|[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)(?!\w)"),
        ],
    })
}

#[test]
fn the_grammar_is_what_the_tables_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vscode/syntaxes/jal.tmLanguage.json");
    let text = serde_json::to_string_pretty(&grammar()).unwrap() + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == text,
        "{} is old: UPDATE_DOCS=1 cargo test -p lsp grammar",
        path.display()
    );
}
