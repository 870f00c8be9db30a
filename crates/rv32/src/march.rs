//! Which part of RISC-V a processor has, by the usual names: `rv32imac_zba_zbb`.

use crate::table::ROWS;
use machine::isa::Subset;

/// A letter or a word of such a name, and the extensions that it brings, as the rows name them. `c`
/// brings no rows.
const PARTS: &[(&str, &[&str])] = &[
    ("e", &["I"]),
    ("i", &["I"]),
    ("g", &["I", "M", "A", "F", "D", "Zicsr", "Zifencei"]),
    ("m", &["M"]),
    ("a", &["A"]),
    ("f", &["F", "Zicsr"]),
    ("d", &["D", "F", "Zicsr"]),
    ("c", &[]),
    ("b", &["Zba", "Zbb", "Zbs"]),
    ("n", &["N", "Zicsr"]),
    ("zicsr", &["Zicsr"]),
    ("zifencei", &["Zifencei"]),
    ("zba", &["Zba"]),
    ("zbb", &["Zbb"]),
    ("zbc", &["Zbc"]),
    ("zbs", &["Zbs"]),
    ("zicond", &["Zicond"]),
    ("zmmul", &["M"]),
    ("zca", &[]),
];

/// The part of RISC-V that `name` means; otherwise what is wrong with the name.
pub(crate) fn subset(name: &str) -> Result<Subset, String> {
    let lower = name.to_ascii_lowercase();
    let rest = lower
        .strip_prefix("rv32")
        .ok_or_else(|| format!("`{name}` does not begin with `rv32`, as in `rv32imac_zbb`"))?;
    if !rest.starts_with(['e', 'i', 'g']) {
        return Err(format!(
            "after `rv32` comes the base, as in `rv32i`, `rv32e` or `rv32g`, not `{rest}`"
        ));
    }
    let mut extensions: Vec<&str> = Vec::new();
    let mut compressed = false;
    for part in parts(rest) {
        let known = PARTS.iter().find(|(known, _)| *known == part);
        let (_, brings) = known.ok_or_else(|| {
            let all: Vec<&str> = PARTS.iter().map(|(part, _)| *part).collect();
            format!(
                "no extension is named `{part}`; these exist: {}",
                all.join(", ")
            )
        })?;
        compressed |= matches!(part, "c" | "zca");
        extensions.extend(*brings);
    }
    let registers = if rest.starts_with('e') { 16 } else { 32 };
    Ok(Subset::new(
        ROWS,
        &lower,
        &extensions,
        compressed,
        registers,
    ))
}

/// The letters and words of a name, without versions (`i2p1`).
fn parts(name: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for word in name.split('_') {
        let mut rest = word;
        while !rest.is_empty() {
            let length = match rest.as_bytes()[0] {
                b'z' | b's' | b'x' => name_length(rest),
                _ => rest.chars().next().map_or(1, char::len_utf8),
            };
            let (part, after) = rest.split_at(length);
            found.push(part);
            rest = without_version(after);
        }
    }
    found
}

/// How long the name of an extension of several letters is: up to its version, if it has one.
fn name_length(text: &str) -> usize {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'p');
    let has_version = text[digits.len()..].starts_with(|c: char| c.is_ascii_digit());
    if has_version {
        digits.len()
    } else {
        text.len()
    }
}

fn without_version(text: &str) -> &str {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let major = digits(text);
    if major == 0 {
        return text;
    }
    let rest = &text[major..];
    match rest.strip_prefix('p') {
        Some(minor) if digits(minor) > 0 => &minor[digits(minor)..],
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::isa::Reg;

    #[track_caller]
    fn check(name: &str, has: &[&str], lacks: &[&str]) {
        let subset = subset(name).expect("it is a name");
        let row = |name: &&str| {
            ROWS.iter()
                .position(|row| row.name == *name)
                .expect("a row")
        };
        assert!(has.iter().all(|name| subset.has_row(row(name))), "{name}");
        assert!(
            !lacks.iter().any(|name| subset.has_row(row(name))),
            "{name}"
        );
    }

    #[test]
    fn names_of_processors_bring_their_rows() {
        check(
            "rv32i",
            &["add", "lw"],
            &["mul", "fadd.s", "sext.b", "csrrw"],
        );
        check("rv32im", &["mul"], &["clz"]);
        check("RV32IMAC_Zbb", &["mul", "lr.w", "clz"], &["sh1add"]);
        check("rv32gcb", &["fadd.d", "sh1add", "bset", "clz"], &["clmul"]);
        check(
            "rv32i2p1_m2p0_f2p2_zicsr2p0_zmmul1p0",
            &["mul", "fadd.s", "csrrs"],
            &["fadd.d"],
        );
        check("rv32izbb1p0_zicond", &["clz", "czero.eqz"], &["sh2add"]);
        assert!(subset("rv32e").is_ok_and(|s| s.has_register(Reg(15)) && !s.has_register(Reg(16))));
        assert!(subset("rv32ec").is_ok_and(|s| s.has_compressed()));
    }

    #[track_caller]
    fn check_wrong(name: &str, expected: &str) {
        assert_eq!(
            subset(name).map(|subset| subset.name),
            Err(expected.to_owned())
        );
    }

    #[test]
    fn wrong_names_are_explained() {
        let all =
            "e, i, g, m, a, f, d, c, b, n, zicsr, zifencei, zba, zbb, zbc, zbs, zicond, zmmul, zca";
        check_wrong(
            "rv64i",
            "`rv64i` does not begin with `rv32`, as in `rv32imac_zbb`",
        );
        check_wrong(
            "rv32m",
            "after `rv32` comes the base, as in `rv32i`, `rv32e` or `rv32g`, not `m`",
        );
        check_wrong(
            "rv32iq",
            &format!("no extension is named `q`; these exist: {all}"),
        );
        assert!(subset("rv32i\u{e9}").is_err() && subset("rv32").is_err() && subset("").is_err());
    }
}
