//! Webhooks of GitLab, Gitea, Forgejo and GitHub. A message says that a repository of the roster has
//! changed; where that is, and what is in it, is known here. Nothing in a message is fetched.

use crate::app::App;
use crate::config::TokenKeys;
use crate::ingest;
use crate::moment::now;
use crate::secret::{hex, same, sign};
use crate::storage::Student;
use anyhow::Result;
use axum::http::HeaderMap;
use serde_json::Value;
use std::sync::Arc;

/// A forge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forge {
    GitLab,
    /// Also Gitea, whose messages are the same.
    Forgejo,
    GitHub,
}

/// What came of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ForgeAnswer {
    /// The repository will be looked at.
    Taken,
    /// There is nothing to do: another event, another branch, a repeated delivery, or a repository
    /// that is not in the roster.
    Ignored(&'static str),
    /// The signature is wrong or missing.
    Refused,
}

impl Forge {
    /// The forge of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "gitlab" => Forge::GitLab,
            "forgejo" | "gitea" => Forge::Forgejo,
            "github" => Forge::GitHub,
            _ => return None,
        })
    }

    fn secret(self, tokens: &TokenKeys) -> Option<&str> {
        match self {
            Forge::GitLab => tokens.gitlab.as_deref(),
            Forge::Forgejo => tokens.forgejo.as_deref(),
            Forge::GitHub => tokens.github.as_deref(),
        }
    }

    /// Whether a message comes from the forge.
    fn is_signed(self, tokens: &TokenKeys, headers: &HeaderMap, body: &[u8]) -> bool {
        let Some(secret) = self.secret(tokens) else {
            return false;
        };
        let header = |name: &str| headers.get(name).map_or(&b""[..], |value| value.as_bytes());
        let signature = || hex(&sign(secret.as_bytes(), body));
        match self {
            Forge::GitLab => same(secret.as_bytes(), header("x-gitlab-token")),
            Forge::GitHub => {
                let expected = format!("sha256={}", signature());
                same(expected.as_bytes(), header("x-hub-signature-256"))
            }
            Forge::Forgejo => {
                let expected = signature();
                ["x-forgejo-signature", "x-gitea-signature"]
                    .iter()
                    .any(|name| same(expected.as_bytes(), header(name)))
            }
        }
    }

    /// The headers with the kind of event, and with the number of the delivery.
    fn headers(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Forge::GitLab => (
                &["x-gitlab-event"],
                &[
                    "x-gitlab-event-uuid",
                    "x-gitlab-webhook-uuid",
                    "idempotency-key",
                ],
            ),
            Forge::Forgejo => (
                &["x-forgejo-event", "x-gitea-event"],
                &["x-forgejo-delivery", "x-gitea-delivery"],
            ),
            Forge::GitHub => (&["x-github-event"], &["x-github-delivery"]),
        }
    }
}

/// Takes a message.
pub(crate) async fn take(
    app: &Arc<App>,
    forge: Forge,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<ForgeAnswer> {
    if !forge.is_signed(&app.config.file.tokens, headers, body) {
        return Ok(ForgeAnswer::Refused);
    }
    let (events, deliveries) = forge.headers();
    let header = |names: &[&str]| {
        let mut values = names
            .iter()
            .filter_map(|name| headers.get(*name)?.to_str().ok());
        values.next().map(str::to_owned)
    };
    let event = header(events).unwrap_or_default();
    if !matches!(event.as_str(), "push" | "Push Hook") {
        return Ok(ForgeAnswer::Ignored("it is not a push"));
    }
    let Ok(message) = serde_json::from_slice::<Value>(body) else {
        return Ok(ForgeAnswer::Ignored("it is not JSON"));
    };
    let branch = message["ref"].as_str().unwrap_or_default();
    if !matches!(branch, "refs/heads/main" | "refs/heads/master") {
        return Ok(ForgeAnswer::Ignored("it is not about the main branch"));
    }
    // A message that comes again does nothing, even under another number: the body is signed, the
    // number is not. Without a secret in the body, as with GitLab, the token was checked.
    let delivery = format!("{forge:?} {}", crate::secret::hash(body));
    let number = header(deliveries).map(|number| format!("{forge:?} #{number}"));
    for id in number.iter().chain([&delivery]) {
        if !app.storage.is_new_delivery(id, now()).await? {
            return Ok(ForgeAnswer::Ignored("it was delivered before"));
        }
    }
    let Some(student) = student(app, &message).await? else {
        return Ok(ForgeAnswer::Ignored("the roster has no such repository"));
    };
    // Fetching may take long, and forges do not wait.
    let app = Arc::clone(app);
    tokio::spawn(async move {
        if let Err(error) = ingest::look(&app, &student, "webhook").await {
            let error = format!("{error:#}");
            tracing::warn!(
                student = student.name,
                error,
                "a repository cannot be looked at"
            );
        }
    });
    Ok(ForgeAnswer::Taken)
}

/// The student whose repository a message names. It is compared with the roster, and used for nothing
/// else.
async fn student(app: &App, message: &Value) -> Result<Option<Student>> {
    let repository = match &message["repository"] {
        Value::Null => &message["project"],
        repository => repository,
    };
    let project = &message["project"];
    let texts = [
        &project["path_with_namespace"],
        &project["git_ssh_url"],
        &project["git_http_url"],
        &repository["full_name"],
        &repository["git_http_url"],
        &repository["git_ssh_url"],
        &repository["clone_url"],
        &repository["ssh_url"],
    ];
    let named: Vec<String> = texts
        .iter()
        .filter_map(|text| Some(ending(text.as_str()?)))
        .collect();
    let students = app.storage.students().await?;
    let mut fitting = students.into_iter().filter(|student| {
        let own = ending(&student.repository);
        !own.is_empty() && named.contains(&own)
    });
    // Two that fit are none.
    Ok(fitting.next().filter(|_| fitting.next().is_none()))
}

/// Group and name of a repository, by which a path, an address and a forge's name can be compared.
fn ending(text: &str) -> String {
    let text = text.trim_end_matches('/');
    let text = text.strip_suffix(".git").unwrap_or(text);
    let mut parts = text.rsplit(['/', ':']).filter(|part| !part.is_empty());
    match (parts.next(), parts.next()) {
        (Some(name), Some(group)) => format!("{group}/{name}").to_lowercase(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_of_a_repository_are_one_name() {
        for text in [
            "https://git.example.org/course/p1-alice.git",
            "git@git.example.org:course/p1-alice.git",
            "ssh://git@git.example.org:2222/course/P1-alice",
            "/srv/git/course/p1-alice.git/",
            "course/p1-alice",
        ] {
            assert_eq!(ending(text), "course/p1-alice", "{text}");
        }
        assert_eq!(ending("alice"), "");
    }
}
