//! Every console block in the README and in the documentation is what the program really does.

#[test]
fn console_blocks() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(&root).unwrap();
    trycmd::TestCases::new()
        // What is run on GitHub says more than what people read here.
        .env("GITHUB_ACTIONS", "")
        .env("GITHUB_STEP_SUMMARY", "")
        .register_bin(
            "jal",
            trycmd::schema::Bin::Path(env!("CARGO_BIN_EXE_jal").into()),
        )
        .register_bin(
            "venus",
            trycmd::schema::Bin::Path(env!("CARGO_BIN_EXE_venus").into()),
        )
        .register_bin(
            "mars",
            trycmd::schema::Bin::Path(env!("CARGO_BIN_EXE_mars").into()),
        )
        .register_bin(
            "rars",
            trycmd::schema::Bin::Path(env!("CARGO_BIN_EXE_rars").into()),
        )
        .register_bin(
            "spim",
            trycmd::schema::Bin::Path(env!("CARGO_BIN_EXE_spim").into()),
        )
        .register_bin("cargo", trycmd::schema::Bin::Ignore)
        .case("README.md")
        .case("docs/*.md")
        // Its commands are run with a server, by the tests of crates/serve.
        .skip("docs/serving.md");
}
