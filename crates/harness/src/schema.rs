//! What editors and documentation know about the files that describe courses and tests.

use crate::course::{Course, CourseFile, read_overrides};
use crate::settings::Overrides;
use crate::unit::{UNIT_FILE, UnitFile};
use diag::{Diagnostic, SourceMap};
use keys::KeyTable;
use serde_json::Value;

/// A kind of file that people write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsFile {
    /// `course.toml`
    Course,
    /// `NAME.toml` beside a test.
    Test,
    /// `NAME.unit.toml`
    Unit,
}

impl SettingsFile {
    /// The keys that such a file can have.
    pub fn keys(self) -> &'static KeyTable {
        match self {
            SettingsFile::Course => CourseFile::SECTION,
            SettingsFile::Test => Overrides::SECTION,
            SettingsFile::Unit => UNIT_FILE,
        }
    }

    /// The JSON schema of such a file.
    pub fn schema(self) -> Value {
        let title = match self {
            SettingsFile::Course => "course.toml of jal",
            SettingsFile::Test => "NAME.toml beside a test of jal",
            SettingsFile::Unit => "NAME.unit.toml of jal",
        };
        keys::schema::schema(self.keys(), title)
    }

    /// What is wrong with the text of such a file, with places in `sources`.
    pub fn check(self, name: &str, text: &str, sources: &mut SourceMap) -> Vec<Diagnostic> {
        let mut said = Vec::new();
        match self {
            SettingsFile::Course => {
                Course::read(name, text, sources, &mut said);
            }
            SettingsFile::Test => {
                read_overrides(name, text, sources, &mut said);
            }
            SettingsFile::Unit => {
                let file = sources.add(name, text);
                said = UnitFile::read(file, text).1;
            }
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::{ConventionKeys, CourseKeys, Task, TestsKeys};
    use crate::fuzz::FuzzKeys;
    use crate::grading::{GradingRules, Weights};
    use crate::unit::{CallKeys, CaseKeys, DATA};
    use std::fs;
    use std::path::{Path, PathBuf};

    /// All tables with keys.
    const SECTIONS: [&KeyTable; 11] = [
        CourseFile::SECTION,
        CourseKeys::SECTION,
        TestsKeys::SECTION,
        ConventionKeys::SECTION,
        Task::SECTION,
        GradingRules::SECTION,
        Weights::SECTION,
        FuzzKeys::SECTION,
        CaseKeys::SECTION,
        CallKeys::SECTION,
        DATA,
    ];

    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

    /// The tables of keys in docs/ are what the rows say; `UPDATE_DOCS=1` renews them.
    #[test]
    fn documentation_is_current() {
        let mut tables = 0;
        for name in ["testing.md", "grading.md", "unit-tests.md"] {
            let path = Path::new(ROOT).join("docs").join(name);
            let page = fs::read_to_string(&path).unwrap();
            let renewed = keys::docs::renewed(&page, &SECTIONS);
            if std::env::var_os("UPDATE_DOCS").is_some() {
                fs::write(&path, &renewed).unwrap();
            } else {
                let how = "UPDATE_DOCS=1 cargo test -p harness documentation";
                assert!(page == renewed, "docs/{name} is old: {how}");
            }
            tables += page.matches("<!-- keys: ").count();
        }
        // All but the file as a whole and a call, whose keys are those of a case.
        assert_eq!(tables, SECTIONS.len() - 2);
    }

    #[test]
    fn schemas_are_what_editors_get() {
        let schema = SettingsFile::Test.schema();
        insta::assert_snapshot!(serde_json::to_string_pretty(&schema).unwrap());
    }

    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => files(&path, found),
                false => found.push(path),
            }
        }
    }

    #[test]
    fn bundled_files_are_valid() {
        let mut all = Vec::new();
        for folder in ["asm", "docs/examples"] {
            files(&Path::new(ROOT).join(folder), &mut all);
        }
        let mut seen = 0;
        for path in all
            .iter()
            .filter(|path| path.extension() == Some("toml".as_ref()))
        {
            let name = path.file_name().unwrap().to_string_lossy();
            let file = match &*name {
                "course.toml" => SettingsFile::Course,
                name if name.ends_with(".unit.toml") => SettingsFile::Unit,
                _ => SettingsFile::Test,
            };
            check(file, &fs::read_to_string(path).unwrap(), None);
            seen += 1;
        }
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn what_jal_refuses_is_not_valid() {
        check(
            SettingsFile::Course,
            "[tests]\ncompair = \"exact\"",
            Some("compair"),
        );
        check(
            SettingsFile::Course,
            "[tests]\ncompare = \"exactly\"",
            Some("exactly"),
        );
        check(SettingsFile::Course, "[grade]\ndeduction = 2", Some("2"));
        check(
            SettingsFile::Course,
            "[[task]]\npoints = \"two\"",
            Some("two"),
        );
        check(SettingsFile::Course, "[[fuzz]]\nresults = 3", Some("3"));
        check(SettingsFile::Test, "folders = [\"pub\"]", Some("folders"));
        check(
            SettingsFile::Unit,
            "call = \"f\"\nrow = { words = [1] }\nrow_after = [2]",
            None,
        );
        check(SettingsFile::Unit, "[[case]]\nexit = \"no\"", Some("no"));
        check(
            SettingsFile::Unit,
            "row = { halfword = [1] }",
            Some("halfword"),
        );
    }

    /// Whether a text is valid; if not, what the complaint is about.
    #[track_caller]
    fn check(file: SettingsFile, text: &str, wrong: Option<&str>) {
        let value: toml::Value = text.parse::<toml::Table>().unwrap().into();
        let value = serde_json::to_value(value).unwrap();
        let found = validate(&file.schema(), &value);
        match wrong {
            None => assert_eq!(found, Ok(()), "{text}"),
            Some(wrong) => assert!(
                found.as_ref().is_err_and(|e| e.contains(wrong)),
                "{found:?}"
            ),
        }
    }

    /// The part of JSON schema that ours use.
    fn validate(schema: &Value, value: &Value) -> Result<(), String> {
        let fails = || Err(format!("{value} does not fit {schema}"));
        let has_type = |name: &str| match name {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string() || value.is_object(), // a date and time
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            _ => value.is_number(),
        };
        if schema["type"].as_str().is_some_and(|name| !has_type(name)) {
            return fails();
        }
        if schema["enum"]
            .as_array()
            .is_some_and(|words| !words.contains(value))
        {
            return fails();
        }
        let number = value.as_f64().unwrap_or_default();
        let below = schema["minimum"].as_f64().is_some_and(|low| number < low);
        let above = schema["maximum"].as_f64().is_some_and(|high| number > high);
        if below || above {
            return fails();
        }
        if let Some(any) = schema["anyOf"].as_array() {
            let fits = any.iter().any(|one| validate(one, value).is_ok());
            return if fits { Ok(()) } else { fails() };
        }
        for element in value.as_array().into_iter().flatten() {
            validate(&schema["items"], element)?;
        }
        for (key, element) in value.as_object().into_iter().flatten() {
            let patterns = schema["patternProperties"].as_object();
            let fits =
                |(ending, _): &(&String, &Value)| key.ends_with(ending.trim_end_matches('$'));
            let pattern = patterns.into_iter().flatten().find(fits);
            match (&schema["properties"][key], pattern) {
                (Value::Null, Some((_, schema))) => validate(schema, element)?,
                (Value::Null, None) if schema["additionalProperties"] == false => {
                    return Err(format!("there is no key {key}"));
                }
                (Value::Null, None) => validate(&schema["additionalProperties"], element)?,
                (schema, _) => validate(schema, element)?,
            }
        }
        Ok(())
    }
}
