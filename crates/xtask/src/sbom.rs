//! The bill of materials: which packages, in which versions, are in the binary.

use crate::dist::VERSION;
use crate::metadata;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A package that the program is built from.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) licence: Option<String>,
    /// Whether it comes from a registry, and not from here.
    pub(crate) foreign: bool,
}

/// Everything that `jal` is built from, on one platform or on any, without what only tests need.
pub(crate) fn packages(target: Option<&str>) -> Result<Vec<Package>> {
    let metadata = metadata(target)?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes = list(&metadata["resolve"]["nodes"]);
    let all = list(&metadata["packages"]);
    let jal = all.iter().find(|package| package["name"] == "jal");
    let jal = jal.context("there is no package `jal`")?["id"].clone();
    let (mut seen, mut open) = (BTreeSet::new(), vec![jal]);
    while let Some(id) = open.pop() {
        if !seen.insert(id.to_string()) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id);
        for dependency in list(&node.context("a package is not resolved")?["deps"]) {
            let kinds = list(&dependency["dep_kinds"]);
            if kinds.iter().any(|kind| kind["kind"] != "dev") {
                open.push(dependency["pkg"].clone());
            }
        }
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let found = all
        .iter()
        .filter(|package| seen.contains(&package["id"].to_string()));
    let mut packages: Vec<Package> = found
        .map(|package| Package {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: package["license"].as_str().map(str::to_owned),
            foreign: !package["source"].is_null(),
        })
        .collect();
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(packages)
}

/// A CycloneDX document.
pub(crate) fn cyclonedx(target: &str) -> Result<Vec<u8>> {
    let packages = packages(Some(target))?;
    let component = |package: &Package| {
        let (name, version) = (&package.name, &package.version);
        json!({
            "type": "library",
            "name": name,
            "version": version,
            "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": [{ "expression": package.licence.as_deref().map(spdx) }],
        })
    };
    let components: Vec<Value> = packages
        .iter()
        .filter(|package| package.foreign)
        .map(component)
        .collect();
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "name": "jal",
            "version": VERSION,
            "licenses": [{ "expression": "MIT" }],
        }},
        "components": components,
    });
    Ok(serde_json::to_vec_pretty(&document)?)
}

/// Old packages write `MIT/Apache-2.0`.
pub(crate) fn spdx(licence: &str) -> String {
    licence.replace('/', " OR ")
}
