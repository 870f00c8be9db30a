//! The `post-receive` hook of bare repositories on this machine, and what it sends.

use crate::app::App;
use crate::ingest;
use crate::moment::now;
use crate::secret::same;
use crate::storage::Student;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// What the hook sends.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct HookMessage {
    pub(crate) student: String,
    /// Good for this student's repository alone.
    pub(crate) token: String,
    pub(crate) commit: String,
}

/// Writes the hook into the repository of a student. It returns at once, whatever the server does: a
/// push that it could not announce is found by the next scan.
pub(crate) fn write(repository: &Path, student: &str, token: &str, url: &str) -> Result<()> {
    let folder = repository.join("hooks");
    ensure!(
        repository.join("objects").is_dir(),
        "`{}` is not a bare repository",
        repository.display()
    );
    fs::create_dir_all(&folder)?;
    let program = std::env::current_exe().context("jal-serve cannot find its own program file")?;
    let file = folder.join("post-receive");
    let others = fs::read_to_string(&file).is_ok_and(|text| !text.contains(MARK));
    ensure!(
        !others,
        "`{}` is another hook: call `{}` from it with the arguments of `jal serve notify --help`",
        file.display(),
        program.display()
    );
    let text = script(&program, student, token, url);
    fs::write(&file, text).with_context(|| format!("cannot write `{}`", file.display()))?;
    platform::make_executable(&file).context("the hook cannot be made executable")?;
    Ok(())
}

/// By this line we know our own hooks.
const MARK: &str = "# Written by `jal serve hook`.";

fn script(program: &Path, student: &str, token: &str, url: &str) -> String {
    let program = quoted(&program.display().to_string());
    let (student, token, url) = (quoted(student), quoted(token), quoted(url));
    format!(
        "#!/bin/sh\n\
         {MARK} Announces pushes to the main branch to the server of the course. A push never\n\
         # waits for it, and never fails because of it.\n\
         while read -r old new ref; do\n    \
             case $ref in\n    \
             refs/heads/main|refs/heads/master)\n        \
                 {program} notify --url {url} --student {student} --token {token} \\\n            \
                     --commit \"$new\" </dev/null >/dev/null 2>&1 &\n        \
                 ;;\n    \
             esac\n\
         done\n\
         exit 0\n"
    )
}

/// A text as one word of the shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The hook has sent something; whether that was taken. A token that is wrong and a student who does
/// not exist give the same answer.
pub(crate) async fn take(app: &App, message: &HookMessage) -> Result<bool> {
    let token = app.secret.hook(&message.student);
    let is_right = same(token.as_bytes(), message.token.as_bytes());
    let Some(student) = student(app, &message.student).await?.filter(|_| is_right) else {
        return Ok(false);
    };
    let Some(commit) = ingest::tip::commit(&message.commit) else {
        return Ok(false);
    };
    // A branch that was removed has no commit.
    if commit.bytes().any(|byte| byte != b'0') {
        ingest::receive(app, &student, &commit, "hook", now()).await?;
    }
    Ok(true)
}

async fn student(app: &App, name: &str) -> Result<Option<Student>> {
    let student = app.storage.student_named(name).await?;
    Ok(student.filter(|student| student.is_active))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_word_of_the_shell() {
        let script = script(Path::new("/opt/jal serve"), "o'neil $(x)", "t", "http://h");
        assert!(script.contains("'/opt/jal serve' notify"), "{script}");
        assert!(script.contains("--student 'o'\\''neil $(x)' "), "{script}");
        insta::assert_snapshot!(script);
    }
}
