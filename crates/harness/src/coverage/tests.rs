use super::*;
use assembler::MemoryLoader;
use machine::env::MarsMap;
use runtime::load::{LoadOptions, LoadRequest};
use runtime::observers::Coverage;
use runtime::{Console, EnvironmentSetup, Limits, Session};
use std::fmt::Write as _;
use std::sync::Arc;

/// What a run of `main` covers.
#[track_caller]
fn run(main: &str, files: &[(&str, &str)], options: &LoadOptions) -> Covered {
    let mut loader = files.iter().fold(MemoryLoader::default(), |loader, file| {
        loader.with(file.0, file.1)
    });
    let loaded = LoadRequest::new(main, options)
        .from_loader(&mut loader)
        .load();
    let program = loaded.program.as_ref().expect("it assembles");
    let setup = EnvironmentSetup {
        seed: 0,
        map: &MarsMap::DEFAULT,
    };
    let environment = loaded.environment.make(loaded.target, &setup);
    let limits = Limits {
        steps: Some(1000),
        ..Limits::default()
    };
    let image = Arc::new(program.image.clone());
    let mut session = Session::new(
        loaded.target,
        image,
        environment,
        vec![b"main".to_vec()],
        limits,
    )
    .unwrap_or_else(|_| panic!("it fits memory"));
    let mut console = Console::new(std::io::empty(), Vec::new(), Vec::new());
    let mut counts = Coverage::default();
    session.run(&mut counts, &mut console);
    Covered::of(program, &loaded.sources, loaded.desc(), &counts)
}

fn options() -> LoadOptions {
    LoadOptions::new(PathBuf::new())
}

#[track_caller]
fn rv32(text: &str) -> Covered {
    run("main.s", &[("main.s", text)], &options())
}

#[track_caller]
fn mips32(text: &str) -> Covered {
    run("main.asm", &[("main.asm", text)], &options())
}

/// All files with the counts of their lines before them.
fn show(covered: &Covered) -> String {
    let mut shown = String::new();
    for (name, file) in &covered.files {
        let _ = writeln!(shown, "{name}");
        let lines = file.lines();
        for (number, text) in (1..).zip(file.text().lines()) {
            let line = lines.iter().find(|line| line.line == number);
            let ran = line.map_or(String::new(), |line| line.ran.to_string());
            let branches = line.map_or(&[][..], |line| &line.branches).iter();
            let branches: Vec<String> = branches
                .map(|b| format!("{}/{}", b.taken, b.not_taken))
                .collect();
            let branches = branches.join(" ");
            let row = format!("{ran:>4} {branches:>5} |{text}");
            let _ = writeln!(shown, "{}", row.trim_end());
        }
    }
    shown
}

const LOOP: &str = "\
# counts down
    li   t0, 3
loop:
    addi t0, t0, -1
    bnez t0, loop
    beqz t0, end
    li   a1, 0x12345678

    li   a1, 2
end:
    li   a0, 10
    ecall
";

#[test]
fn lines_and_branches_are_counted() {
    insta::assert_snapshot!(show(&rv32(LOOP)), @r"
    main.s
               |# counts down
       1       |    li   t0, 3
               |loop:
       3       |    addi t0, t0, -1
       3   2/1 |    bnez t0, loop
       1   1/0 |    beqz t0, end
       0       |    li   a1, 0x12345678
               |
       0       |    li   a1, 2
               |end:
       1       |    li   a0, 10
       1       |    ecall
    ");
}

#[test]
fn data_is_not_code_and_jumps_are_no_branches() {
    let shown = show(&rv32(
        "\
.data
    .word 1, 2
.text
    beq  zero, zero, on
    nop
on: bge  t0, t0, out
    nop
out: j   end
    .word 0
end: li  a0, 10
    ecall
",
    ));
    insta::assert_snapshot!(shown, @r"
    main.s
               |.data
               |    .word 1, 2
               |.text
       1       |    beq  zero, zero, on
       0       |    nop
       1       |on: bge  t0, t0, out
       0       |    nop
       1       |out: j   end
               |    .word 0
       1       |end: li  a0, 10
       1       |    ecall
    ");
}

#[test]
fn a_pseudo_instruction_is_one_line() {
    let shown = show(&mips32(
        "\
    li   $t0, 0x12345678
    li   $t1, 7
    div  $t2, $t0, $t1
    abs  $t3, $t0
    sge  $t4, $t0, $t1
    bgt  $t0, $t1, next
next:
    b    end
    nop
end:
    li   $v0, 10
    syscall
",
    ));
    insta::assert_snapshot!(shown, @r"
    main.asm
       1       |li   $t0, 0x12345678
       1       |    li   $t1, 7
       1       |    div  $t2, $t0, $t1
       1       |    abs  $t3, $t0
       1       |    sge  $t4, $t0, $t1
       1   1/0 |    bgt  $t0, $t1, next
               |next:
       1       |    b    end
       0       |    nop
               |end:
       1       |    li   $v0, 10
       1       |    syscall
    ");
}

#[test]
fn branches_with_delay_slots_are_counted_once() {
    let text = "\
    li    $t0, 2
loop:
    addiu $t0, $t0, -1
    bnez  $t0, loop
    nop
    beqz  $t0, end
    nop
    nop
end:
    li    $v0, 10
    syscall
";
    let options = LoadOptions {
        delay_slots: true,
        ..options()
    };
    let covered = run("main.asm", &[("main.asm", text)], &options);
    insta::assert_snapshot!(show(&covered), @r"
    main.asm
       1       |li    $t0, 2
               |loop:
       2       |    addiu $t0, $t0, -1
       2   1/1 |    bnez  $t0, loop
       2       |    nop
       1   1/0 |    beqz  $t0, end
       1       |    nop
       0       |    nop
               |end:
       1       |    li    $v0, 10
       1       |    syscall
    ");
}

#[test]
fn macros_and_includes_count_where_they_stand() {
    let main = "\
.macro count(%r)
    addiu %r, %r, 1
    beqz  %r, skip
    nop
skip:
.end_macro
.include \"more.asm\"
    count($t0)
    li   $t1, -1
    count($t1)
    li   $v0, 10
    syscall
";
    let more = "    li $t0, 0\n    b on\n    nop\non:\n";
    let files = [("main.asm", main), ("more.asm", more)];
    let covered = run("main.asm", &files, &options());
    insta::assert_snapshot!(show(&covered), @r#"
    main.asm
               |.macro count(%r)
       2       |    addiu %r, %r, 1
       2   1/1 |    beqz  %r, skip
       1       |    nop
               |skip:
               |.end_macro
               |.include "more.asm"
               |    count($t0)
       1       |    li   $t1, -1
               |    count($t1)
       1       |    li   $v0, 10
       1       |    syscall
    more.asm
       1       |    li $t0, 0
       1       |    b on
       0       |    nop
               |on:
    "#);
}

#[test]
fn a_fault_counts_the_line_it_is_in() {
    let shown = show(&rv32("    lui t0, 0x28000\n    lw t0, 0(t0)\n    nop\n"));
    insta::assert_snapshot!(shown, @r"
    main.s
       1       |    lui t0, 0x28000
       1       |    lw t0, 0(t0)
       0       |    nop
    ");
}

/// Two tests of `src/max.s`, in a project in the folder `p`.
fn suite() -> SuiteCoverage {
    let max = "\
.globl max
max:                    # <max> & \"more\"
    bge  a0, a1, done
    mv   a0, a1
done:
    beqz a0, zero_result
    ret
zero_result:
    li   a0, 1

    # not zero
    ret
";
    let test = |a: u32, b: u32| {
        format!(
            ".import ../src/max.s\n.text\n.globl main\nmain:\n    li a0, {a}\n    li a1, {b}\n    \
             jal max\n    li a0, 10\n    ecall\n"
        )
    };
    let mut suite = SuiteCoverage::default();
    for (name, a, b) in [("pub/first", 2, 1), ("pub/<second>", 1, 2)] {
        let path = format!("p/tests/{name}.s").replace("pub/", "");
        let files = [(path.as_str(), test(a, b)), ("p/src/max.s", max.to_owned())];
        let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
        let covered = run(&path, &files, &options());
        suite.push(name, renamed(covered));
    }
    suite
}

/// Files held in memory are named as they are imported, others by where they are.
fn renamed(covered: Covered) -> Covered {
    let files = covered.files.into_iter();
    let files = files.map(|(name, file)| (name.replace("../", "p/"), file));
    Covered {
        files: files.collect(),
    }
}

fn view() -> CoverageView {
    CoverageView {
        projects: vec![PathBuf::from("p")],
        with_tests: false,
    }
}

#[test]
fn a_table_names_what_is_missing() {
    insta::assert_snapshot!(per_file(&suite(), &view()), @r"
    Coverage by 2 tests

      file           lines run  branches both ways  never run
      src/max.s  4 of 6   66 %       1 of 2   50 %  lines 9-12

    Branches that went only one way

      src/max.s:6  never taken
    ");
}

#[test]
fn files_of_tests_are_shown_when_asked_for_or_when_there_is_nothing_else() {
    let with_tests = CoverageView {
        with_tests: true,
        ..view()
    };
    insta::assert_snapshot!(per_file(&suite(), &with_tests), @r"
    Coverage by 2 tests

      file                    lines run  branches both ways  never run
      src/max.s           4 of 6   66 %       1 of 2   50 %  lines 9-12
      tests/<second>.s    5 of 5  100 %                none
      tests/first.s       5 of 5  100 %                none
      all               14 of 16   87 %       1 of 2   50 %

    Branches that went only one way

      src/max.s:6  never taken
    ");
    let mut alone = SuiteCoverage::default();
    alone.push("main", rv32(LOOP));
    insta::assert_snapshot!(per_file(&alone, &CoverageView::default()), @r"
    Coverage by 1 test

      file        lines run  branches both ways  never run
      main.s  6 of 8   75 %       1 of 2   50 %  lines 7-9

    Branches that went only one way

      main.s:6  always taken
    ");
}

#[test]
fn a_table_of_tests_tells_what_each_adds() {
    insta::assert_snapshot!(per_test(&suite(), &view()), @r"
    test              lines run  branches both ways  only this test
    pub/first     3 of 6   50 %       0 of 2    0 %
    pub/<second>  4 of 6   66 %       0 of 2    0 %  1 line
    ");
}

#[test]
fn without_sources_there_is_nothing_to_tell() {
    let nothing = SuiteCoverage::default();
    insta::assert_snapshot!(per_file(&nothing, &CoverageView::default()), @"No coverage: no test ran a program assembled from source.");
}

#[test]
fn unit_tests_are_not_left_out_silently() {
    let only = SuiteCoverage {
        unit_tests: 2,
        ..SuiteCoverage::default()
    };
    insta::assert_snapshot!(per_file(&only, &CoverageView::default()), @"No coverage: it counts only tests that are programs, not unit tests.");
    let both = SuiteCoverage {
        unit_tests: 2,
        ..suite()
    };
    let table = per_file(&both, &view());
    let head = table.lines().next().unwrap_or_default();
    assert_eq!(head, "Coverage by 2 tests (2 unit tests not counted)");
}

#[test]
fn a_page_stands_alone_and_escapes_everything() {
    let page = html(&suite(), &view(), "2048 <script>");
    assert!(!page.contains("<max>") && !page.contains("2048 <script>"));
    assert!(!page.contains("http:") && !page.contains("https:"));
    let body = page.split("</head>").nth(1).unwrap_or("");
    let body = body.split("<script>").next().unwrap_or("");
    insta::assert_snapshot!(body, @r##"
    <body>
    <a class="skip" href="#files">To the files</a>
    <header>
    <h1>Coverage: 2048 &lt;script&gt;</h1>
    <p>2 tests: 4 of 6 lines ran (66 %); 1 of 2 branches went both ways (50 %).</p>
    <p id="tools" hidden><label>Lines run by <select id="test"><option value="">all tests</option>
    <option value="0">pub/first</option>
    <option value="1">pub/&lt;second&gt;</option>
    </select></label> <span id="ran" role="status"></span>
    Keys: <kbd>n</kbd> next place to look at, <kbd>p</kbd> previous, <kbd>t</kbd> top</p>
    </header>
    <main>
    <table id="files">
    <thead><tr><th scope="col">File</th><th scope="col">Lines run</th><th scope="col">Branches both ways</th></tr></thead>
    <tbody>
    <tr><th scope="row"><a href="#f0">src/max.s</a></th><td><span class="bar" aria-hidden="true"><span style="width:66%"></span></span> 4 of 6 (66 %)</td><td><span class="bar" aria-hidden="true"><span style="width:50%"></span></span> 1 of 2 (50 %)</td></tr>
    </tbody>
    </table>
    <section id="f0">
    <h2>src/max.s</h2>
    <p>4 of 6 lines ran (66 %); 1 of 2 branches went both ways (50 %).</p>
    <table class="source">
    <thead class="hidden"><tr><th scope="col">Line</th><th scope="col">Times</th><th scope="col">Remark</th><th scope="col">Source</th></tr></thead>
    <tbody>
    <tr id="f0-1"><td><a href="#f0-1">1</a></td><td></td><td></td><td><code>.globl max</code></td></tr>
    <tr id="f0-2"><td><a href="#f0-2">2</a></td><td></td><td></td><td><code>max:                    # &lt;max&gt; &amp; &quot;more&quot;</code></td></tr>
    <tr id="f0-3" class="run" data-by="3"><td><a href="#f0-3">3</a></td><td>2</td><td>both ways</td><td><code>    bge  a0, a1, done</code></td></tr>
    <tr id="f0-4" class="run" data-by="2"><td><a href="#f0-4">4</a></td><td>1</td><td></td><td><code>    mv   a0, a1</code></td></tr>
    <tr id="f0-5"><td><a href="#f0-5">5</a></td><td></td><td></td><td><code>done:</code></td></tr>
    <tr id="f0-6" class="half" data-by="3"><td><a href="#f0-6">6</a></td><td>2</td><td>never taken</td><td><code>    beqz a0, zero_result</code></td></tr>
    <tr id="f0-7" class="run" data-by="3"><td><a href="#f0-7">7</a></td><td>2</td><td></td><td><code>    ret</code></td></tr>
    <tr id="f0-8"><td><a href="#f0-8">8</a></td><td></td><td></td><td><code>zero_result:</code></td></tr>
    <tr id="f0-9" class="never" data-by="0"><td><a href="#f0-9">9</a></td><td>0</td><td>never run</td><td><code>    li   a0, 1</code></td></tr>
    <tr id="f0-10"><td><a href="#f0-10">10</a></td><td></td><td></td><td><code></code></td></tr>
    <tr id="f0-11"><td><a href="#f0-11">11</a></td><td></td><td></td><td><code>    # not zero</code></td></tr>
    <tr id="f0-12" class="never" data-by="0"><td><a href="#f0-12">12</a></td><td>0</td><td>never run</td><td><code>    ret</code></td></tr>
    </tbody>
    </table>
    </section>
    </main>
    "##);
}

#[test]
fn other_reports_carry_the_coverage() {
    let (coverage, view) = (suite(), view());
    let nothing = SuiteResult::default();
    let json = crate::report::json::report(&nothing, Some((&coverage, &view)));
    insta::assert_snapshot!(json["coverage"], @r#"{"branches":2,"branchesBothWays":1,"files":[{"branches":2,"branchesBothWays":1,"lines":6,"linesRun":4,"name":"src/max.s","neverRun":[[9,12]],"oneWay":[{"line":6,"words":"never taken"}]}],"lines":6,"linesRun":4,"tests":[{"branchesBothWays":0,"linesRun":3,"name":"pub/first"},{"branchesBothWays":0,"linesRun":4,"name":"pub/<second>"}]}"#);
    let summary = crate::report::github::summary(&nothing, Some((&coverage, &view)));
    insta::assert_snapshot!(summary, @r"
    ### Tests: 0 passed, 0 failed


    ### Coverage

        Coverage by 2 tests

          file           lines run  branches both ways  never run
          src/max.s  4 of 6   66 %       1 of 2   50 %  lines 9-12

        Branches that went only one way

          src/max.s:6  never taken
    ");
}

#[test]
fn ranges_go_over_lines_without_code() {
    let covered = rv32(LOOP);
    let file = &covered.files["main.s"];
    assert_eq!(file.gaps(), [(7, 9)]);
    assert_eq!(
        file.totals(),
        Totals {
            lines: 8,
            lines_run: 6,
            branches: 2,
            branches_both: 1
        }
    );
}
