//! A browser walks the pages (tests/walk). It needs Node, Chromium and the package of Playwright without
//! browsers; where these are missing, it says so.

use crate::class::{Class, course};
use crate::server::{STAFF, Server, TestFolder, run};
use std::path::Path;
use std::process::Command;

#[test]
fn a_browser_walks_all_pages() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/walk");
    let is_wanted = std::env::var_os("JAL_NEEDS_BROWSER").is_some();
    if !place.join("node_modules/playwright-core").is_dir() {
        eprintln!(
            "SKIPPED: `npm ci` in {} installs what drives the browser",
            place.display()
        );
        assert!(!is_wanted, "the browser cannot be driven");
        return;
    }
    let folder = TestFolder::new();
    let names: Vec<String> = (0..12).map(|k| format!("student{k:02}")).collect();
    let class = Class::new(
        folder.path(),
        &names.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    let settings = class.settings(&folder.path().join("data"))
        + "[queue]\ninterval = 0\n[times]\ndeadline = 2035-05-06T13:59:00+02:00\n";
    let mut server = Server::new(folder.path(), &course(), &settings);
    server.start();
    run(&mut server.command(&["hook"]));
    for (k, name) in names.iter().enumerate() {
        match k % 3 {
            0 => class.begin(name),
            1 => class.solve(name),
            _ => {
                class.solve(name);
                class.write(name, "src/merge.s", "merge:\n    lw a0\n");
            }
        }
        class.push(name);
    }
    let first = &names[0];
    let page = server.link(first);
    server.until_page(&page, "What the tests say");
    class.solve(first);
    let work = class.work(first);
    let push = format!(
        "cd '{}' && git add -A && git -c user.name=T -c user.email=t@example.org commit -qm more && git push -q origin HEAD:main",
        work.display()
    );
    server.log_in();
    let base = format!("http://{}", server.address);
    let pictures = std::env::var("JAL_WALK_PICTURES");
    let pictures =
        pictures.unwrap_or_else(|_| folder.path().join("pictures").display().to_string());
    let said = run(Command::new("node")
        .current_dir(&place)
        .arg("walk.mjs")
        .args([
            &format!("{base}{page}"),
            &format!("{base}/staff"),
            STAFF.0,
            STAFF.1,
            &pictures,
            &push,
        ]));
    assert!(said.contains("the walk found nothing wrong"), "{said}");
    server.end();
}
