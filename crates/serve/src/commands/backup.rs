//! Backup and restore: the database and the key of all links, in one archive.

use crate::app::{self, DATABASE, backend};
use crate::args::PlaceArgs;
use crate::config::Config;
use crate::storage::Storage;
use anyhow::{Context, Result, bail, ensure};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};

/// The file with the key.
const SECRET: &str = "secret";

/// Copies all data into one file, while the server runs.
pub(crate) async fn backup(place: &PlaceArgs, file: &std::path::Path) -> Result<()> {
    ensure!(!file.exists(), "`{}` is there already", file.display());
    let config = Config::open(&place.config(None))?;
    ensure!(
        config.file.database.is_some() || config.data.join(DATABASE).exists(),
        "there is no data in `{}`",
        config.data.display()
    );
    let storage = Storage::open(backend(&config)).await?;
    let copy = config
        .data
        .join(format!("backup-{}.sqlite", std::process::id()));
    let _ = fs::remove_file(&copy);
    let done = write(&storage, &config, &copy, file).await;
    let _ = fs::remove_file(&copy);
    done?;
    println!("{}", file.display());
    Ok(())
}

async fn write(
    storage: &Storage,
    config: &Config,
    copy: &std::path::Path,
    file: &std::path::Path,
) -> Result<()> {
    storage.copy_to(copy).await?;
    // Not there until it is whole.
    let part = file.with_extension("part");
    let to = File::create(&part).with_context(|| format!("cannot write `{}`", part.display()))?;
    let mut archive = tar::Builder::new(BufWriter::new(to));
    archive.append_path_with_name(copy, DATABASE)?;
    archive.append_path_with_name(config.data.join(SECRET), SECRET)?;
    let mut to = archive.into_inner()?;
    to.flush()?;
    to.get_ref().sync_all()?;
    fs::rename(&part, file)?;
    Ok(())
}

/// Puts the data of a backup into an empty data folder.
pub(crate) fn restore(place: &PlaceArgs, file: &std::path::Path) -> Result<()> {
    app::make_private(&place.data)?;
    for name in [DATABASE, SECRET] {
        let there = place.data.join(name);
        ensure!(
            !there.exists(),
            "`{}` is there already: restore into a new data folder",
            there.display()
        );
    }
    let from = File::open(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    let mut archive = tar::Archive::new(BufReader::new(from));
    let mut found = 0;
    for entry in archive.entries()? {
        let mut entry = entry.context("this is not a backup of jal serve")?;
        let name = match entry.path()?.to_str() {
            Some(DATABASE) => DATABASE,
            Some(SECRET) => SECRET,
            _ => bail!("`{}` is not a backup of jal serve", file.display()),
        };
        let part = place.data.join(format!("{name}.part"));
        let mut to = File::create(&part)?;
        std::io::copy(&mut entry, &mut to)?;
        to.sync_all()?;
        #[cfg(unix)]
        fs::set_permissions(&part, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        fs::rename(&part, place.data.join(name))?;
        found += 1;
    }
    ensure!(
        found == 2,
        "`{}` is not a whole backup of jal serve",
        file.display()
    );
    println!("{}", place.data.display());
    Ok(())
}
