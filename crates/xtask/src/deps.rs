//! Licences and duplicates of dependencies, by the same rules as `cargo deny` (deny.toml), for
//! machines that do not have it. Advisories need the network: those only `cargo deny` checks.

use crate::root;
use crate::sbom::{packages, spdx};
use anyhow::{Result, bail};
use std::collections::BTreeMap;

pub(crate) fn run() -> Result<()> {
    let rules: toml::Table = std::fs::read_to_string(root().join("deny.toml"))?.parse()?;
    let names = |section: &str, list: &str, key: Option<&str>| -> Vec<String> {
        let list = rules.get(section).and_then(|section| section.get(list));
        let list = list.and_then(|list| list.as_array()).into_iter().flatten();
        let name = |item: &toml::Value| match key {
            None => item.as_str().map(str::to_owned),
            Some(key) => item.get(key)?.as_str().map(str::to_owned),
        };
        list.filter_map(name).collect()
    };
    let allowed = names("licenses", "allow", None);
    let skipped = names("bans", "skip", Some("crate"));
    let mut wrong = Vec::new();
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let all = packages(None)?;
    for package in all.iter().filter(|package| package.foreign) {
        let (name, version) = (&package.name, &package.version);
        let licence = spdx(package.licence.as_deref().unwrap_or_default());
        if !is_allowed(&licence, &allowed) {
            wrong.push(format!(
                "{name} {version}: licence `{licence}` is not allowed"
            ));
        }
        versions
            .entry(name.clone())
            .or_default()
            .push(version.clone());
    }
    for (name, versions) in &versions {
        // A rule may name one version: `syn@2`.
        let is_it = |rule: &String| rule.split('@').next() == Some(name);
        if versions.len() > 1 && !skipped.iter().any(is_it) {
            wrong.push(format!("{name} is there twice: {}", versions.join(", ")));
        }
    }
    if !wrong.is_empty() {
        bail!("deny.toml does not allow this:\n  {}", wrong.join("\n  "));
    }
    println!(
        "{} packages: licences and versions are as deny.toml wants",
        versions.len()
    );
    println!(
        "ADVISORIES WERE NOT CHECKED: run `cargo deny check advisories` where there is a network"
    );
    Ok(())
}

/// Whether a choice of licences can be met. `OR` binds less than `AND`.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let words = expression.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut rest = &words[..];
    let good = any_of(&mut rest, allowed);
    good && rest.is_empty()
}

fn any_of(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut good = all_of(words, allowed);
    while words.split_off_first_if("OR") {
        good |= all_of(words, allowed);
    }
    good
}

fn all_of(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut good = one(words, allowed);
    while words.split_off_first_if("AND") {
        good &= one(words, allowed);
    }
    good
}

fn one(words: &mut &[&str], allowed: &[String]) -> bool {
    let Some(word) = words.split_off_first() else {
        return false;
    };
    if *word == "(" {
        return any_of(words, allowed) && words.split_off_first_if(")");
    }
    // An exception only allows more.
    if words.split_off_first_if("WITH") {
        words.split_off_first();
    }
    allowed.iter().any(|name| name == word)
}

trait SplitOffIf {
    /// Takes the first word if it is this one.
    fn split_off_first_if(&mut self, word: &str) -> bool;
}

impl SplitOffIf for &[&str] {
    fn split_off_first_if(&mut self, word: &str) -> bool {
        let is_it = self.first() == Some(&word);
        if is_it {
            self.split_off_first();
        }
        is_it
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expression: &str, expected: bool) {
        let allowed = ["MIT", "Apache-2.0"].map(str::to_owned);
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }

    #[test]
    fn licences_are_chosen() {
        check("MIT", true);
        check("GPL-3.0", false);
        check("GPL-3.0 OR MIT", true);
        check("MIT AND GPL-3.0", false);
        check("(MIT OR GPL-3.0) AND Apache-2.0", true);
        check("Apache-2.0 WITH LLVM-exception OR MIT", true);
        check("MIT AND (GPL-3.0 OR MPL-2.0)", false);
        check("", false);
    }
}
