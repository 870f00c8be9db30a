//! What MARS accepts, refuses and prints, case by case. What a table says is what the original does.

use crate::Case;

/// Runs a program with these words, and compares all that it prints and its exit code. Errors of
/// assembly end with 1, those of the run with 2.
#[track_caller]
fn check(name: &'static str, words: &'static str, source: &str, stdout: &str, code: i32) {
    let case = Case::new(name, source).words("ae1 se2");
    let case = match words {
        "" => case,
        words => case.words(words),
    };
    let ran = case.run();
    assert_eq!((ran.stdout.as_str(), ran.code), (stdout, code), "{name}");
}

/// The program is refused with these messages; each is `line column: text`.
#[track_caller]
fn refused(name: &'static str, source: &str, messages: &[&str]) {
    let lines = messages.iter().map(|message| {
        let (place, text) = message.split_once(": ").unwrap();
        let (line, column) = place.split_once(' ').unwrap();
        format!("Error in HERE/main.asm line {line} column {column}: {text}\n")
    });
    let stdout = lines.collect::<String>() + "\nProcessing terminated due to errors.\n";
    check(name, "", source, &stdout, 1);
}

/// The words of memory from the start of the data on.
#[track_caller]
fn words(name: &'static str, data: &str, expect: [u32; 4]) {
    let source = format!(".data\n{data}\n");
    let cells: String = expect
        .iter()
        .map(|word| format!("0x{word:08x}\t"))
        .collect();
    let stdout = format!("\nMem[0x10010000]\t{cells}\n");
    check(name, "0x10010000-0x1001000c", &source, &stdout, 0);
}

/// A string of data, and what printing it gives.
#[track_caller]
fn prints(name: &'static str, data: &str, expect: &str) {
    let source = format!(".data\n{data}\n.text\nla $a0,s\nli $v0,4\nsyscall\nli $v0,10\nsyscall\n");
    check(name, "", &source, &format!("{expect}\n"), 0);
}

#[test]
fn lists_go_on_in_the_next_line() {
    prints("list_string", "s: .asciiz\n# c\n\n\"hello\\n\"", "hello\n");
    words("list_none", "x: 1, 2, 3", [1, 2, 3, 0]);
    words(
        "list_text",
        ".byte 1\n.align 2\n.text\nnop\n.data\n5 6",
        [1, 0x0605, 0, 0],
    );
    words(
        "list_others",
        ".byte 1\n.space 2\n2\n.eqv N 5\nN\n.globl x\nx: 3",
        [0x0200_0001, 0x0305, 0, 0],
    );
    words(
        "list_labels",
        ".half 1\nfoo: 7\nbar:\n8",
        [0x0007_0001, 8, 0, 0],
    );
    words(
        "list_names",
        ".word 1\nlab2\nx\nlab2: .word 2\nx: .word 3",
        [1, 0x1001_000c, 0x1001_0010, 2],
    );
    words(
        "list_floats",
        ".float\n1.5 2",
        [0x3fc0_0000, 0x4000_0000, 0, 0],
    );
    words(
        "list_commas",
        ".byte 'a','b' 'c',\n,\n,'d'",
        [0x6463_6261, 0, 0, 0],
    );
    words("list_sign", ".word 5\n-3", [5, -3i32 as u32, 0, 0]);
}

#[test]
fn lists_come_out_of_macros() {
    check(
        "list_macro",
        "0x10010000-0x10010004",
        ".macro m\n5 6\n.end_macro\n.data\n.half 1\nm\n",
        "\nMem[0x10010000]\t0x00050001\t0x00000006\t\n",
        0,
    );
}

#[test]
fn lists_have_errors() {
    let not = "is not a valid integer constant or label";
    refused(
        "list_colon",
        ".data\n.word 1\n2 : 3",
        &[&format!("3 3: \":\" {not}")],
    );
    refused(
        "list_minus",
        ".data\n.word 1\n- 3",
        &[&format!("3 1: \"-\" {not}")],
    );
    refused(
        "list_text_in_words",
        ".data\n.word 1\n\"abc\"",
        &[&format!("3 1: \"\"abc\"\" {not}")],
    );
    refused(
        "list_word_in_text",
        ".data\n.asciiz \"a\"\n5",
        &["3 1: \"5\" is not a valid character string"],
    );
    refused(
        "lone_number",
        "5",
        &["1 1: \"5\" is not a recognized operator"],
    );
    refused(
        "two_labels_among_data",
        ".data\nx: y: .word 7",
        &[
            &format!("2 5: \":\" {not}"),
            &format!("2 7: \".word\" {not}"),
            "2 4: Symbol \"y\" not found in symbol table.",
        ],
    );
}

#[test]
fn other_lines_among_data_are_dropped() {
    check(
        "dropped_instruction",
        "$t0",
        ".data\nmain: li $t0,5\nx: .word 7\n.text\nla $t0,main\n",
        "\n$t0\t0x10010000\n",
        0,
    );
    words(
        "dropped_lines",
        "$t0 5\n(4)\nb\nadd 5\n.word 1",
        [1, 0, 0, 0],
    );
}

#[test]
fn directives_are_never_labels() {
    check(
        "segment_colons",
        "",
        ".data:\ns: .asciiz \"ok\\n\"\n.text:\nla $a0,s\nli $v0,4\nsyscall\n",
        "ok\n\n",
        0,
    );
    check(
        "segment_rest",
        "$a0 0x10010000-0x10010000 0x10010100-0x10010100",
        ".data foo\n.word 1\n.text li $a0,3\n.data 0x10010100 5\n.word 2\n",
        "\n$a0\t0x00000000\nMem[0x10010000]\t0x00000001\t\nMem[0x10010100]\t0x00000002\t\n",
        0,
    );
}

#[test]
fn addresses_are_checked_when_something_is_stored() {
    let not = "is not a valid data segment address";
    check(
        "address_unused",
        "",
        ".data 23\n.text\nli $v0,10\n",
        "\n",
        0,
    );
    refused(
        "address_byte",
        ".data 23\n.byte 5",
        &[&format!("2 7: \"23\" {not}")],
    );
    refused(
        "address_word",
        ".data 23\n.word 5",
        &[&format!("2 7: \"24\" {not}")],
    );
    refused(
        "address_string",
        ".data 23\n.asciiz \"ab\"",
        &[23, 24, 25]
            .map(|at| format!("2 9: \"{at}\" {not}"))
            .each_ref()
            .map(String::as_str),
    );
    check(
        "address_space",
        "$t0",
        ".data 23\nl: .space 4\n.text\nla $t0,l\n",
        "\n$t0\t0x00000017\n",
        0,
    );
    refused(
        "address_kernel",
        ".kdata 5\n.byte 1",
        &[&format!("2 7: \"5\" {not}")],
    );
    refused(
        "address_text",
        ".text 5\nnop",
        &["2 1: Invalid address for text segment: 5"],
    );
    check(
        "address_pseudo",
        "",
        ".text 5\nli $t0,5\n",
        "Error in  line 2 column 1: Invalid address for text segment: 5\n\nProcessing terminated due to errors.\n",
        1,
    );
}

#[test]
fn programs_start_where_the_text_does() {
    let text = ".text 0x00400100\nli $t0,7\n";
    check("start_nothing", "$t0", text, "\n$t0\t0x00000000\n", 0);
    let later = format!("{text}.text 0x00400000\nli $t0,8\n");
    check("start_later", "$t0", &later, "\n$t0\t0x00000008\n", 0);
    let main = ".globl main\n.text 0x00400100\nmain: li $t0,7\n";
    check("start_main", "sm $t0", main, "\n$t0\t0x00000007\n", 0);
    let local = "nop\nmain: li $t0,7\nnop\n";
    check(
        "start_local_main",
        "sm $t0",
        local,
        "\n$t0\t0x00000007\n",
        0,
    );
}

#[test]
fn the_end_of_input_looks_like_a_limit() {
    for (name, number) in [
        ("end_5", 5),
        ("end_6", 6),
        ("end_7", 7),
        ("end_8", 8),
        ("end_12", 12),
    ] {
        let source = format!("la $a0,0x10010000\nli $a1,8\nli $v0,{number}\nsyscall\n");
        let limit = "\nProgram terminated when maximum step limit 1000 reached.\n\n";
        check(name, "1000", &source, limit, 0);
        check(name, "", &source, &limit.replace("1000", "-1"), 0);
    }
    let dialog = "la $a0,0x10010000\nli $v0,50\nsyscall\n";
    let limit = "\nProgram terminated when maximum step limit 100 reached.\n\n";
    check("no_window", "100", dialog, limit, 0);
}

#[test]
fn warnings_come_first() {
    let warning = |place: &str, text: &str| format!("Warning in HERE/main.asm {place}: {text}\n");
    let cut = "is out-of-range for a signed value and possibly truncated";
    let expect = [
        warning("line 2 column 7", &format!("\"218\" {cut}")),
        warning("line 2 column 12", &format!("\"-129\" {cut}")),
        warning("line 3 column 7", &format!("\"40000\" {cut}")),
        warning(
            "line 5 column 1",
            "MARS does not recognize the .ent directive.  Ignored.",
        ),
        warning(
            "line 6 column 1",
            "MARS currently ignores the .set directive.",
        ),
        warning(
            "line 7 column 4",
            "MARS does not recognize the .asciz directive.  Ignored.",
        ),
    ];
    let source = ".data\n.byte 218, -129\n.half 40000\n.word 4294967296\n.ent main\n.set noat\ns: .asciz \"a\"\n";
    check(
        "warnings",
        "",
        source,
        &format!("{}\n\n", expect.concat()),
        0,
    );
    let errors = expect.concat().replace("Warning", "Error");
    let stdout = format!("{errors}\nProcessing terminated due to errors.\n");
    check("warnings_as_errors", "we", source, &stdout, 1);
}

#[test]
fn what_is_no_word_is_reported_twice() {
    let twice = |name, source: &str, column: usize, word: &str| {
        let line = format!(
            "Error in HERE/main.asm line 1 column {column}: {source}\nInvalid language element: {word}\n"
        );
        let stdout = format!("{line}{line}\nProcessing terminated due to errors.\n");
        check(name, "", source, &stdout, 1);
    };
    twice("word_tag", ".type main, @function", 13, "@function");
    twice("word_product", "li $t0,4*2", 8, "4*2");
    twice("word_semicolon", "li $t0,4; syscall", 8, "4;");
    twice("word_hex", "li $t0,0x123456789", 8, "0x123456789");
    twice("word_empty", "li $t0,''", 8, "''");
    twice("word_binary", "li $t0,0b11", 8, "0b11");
    twice("word_comment", "nop // no", 5, "//");
}

#[test]
fn strings_may_lack_their_quote() {
    prints("open", "s: .asciiz \"hi", "h");
    prints("open_comment", "s: .asciiz \"hi # c", "hi # ");
    prints("open_escape", "s: .asciiz \"ab\\n", "ab\n");
    prints("open_quote", "s: .asciiz \"x\\\"", "x\"");
    prints("open_second", "s: .ascii \"ab\", \"cd\n.byte 0", "abc");
    prints("open_empty", "s: .asciiz \"\nt: .asciiz \"no\"", "");
}

#[test]
fn additions_are_refused() {
    let few = "Too few or incorrectly formatted operands. Expected: ";
    let many = "Too many or incorrectly formatted operands. Expected: ";
    refused(
        "no_li_s",
        "li.s $f0,1.5",
        &["1 1: \"li.s\" is not a recognized operator"],
    );
    refused(
        "no_s8",
        "add $s8,$t0,$t1",
        &["1 5: \"$s8\": operand is of incorrect type"],
    );
    refused(
        "no_minus",
        "li $t0,'A'-1",
        &[&format!("1 1: \"li\": {many}li $t1,-100")],
    );
    refused(
        "no_sum",
        "li $t0,8+1",
        &[&format!("1 1: \"li\": {many}li $t1,-100")],
    );
    refused(
        "two_labels",
        "x: y: nop",
        &["1 4: \"y\" is not a recognized operator"],
    );
    refused(
        "no_and",
        "and $t0,$t1,-1",
        &["1 13: \"-1\": operand is of incorrect type"],
    );
    refused(
        "no_address",
        "j 0x400000",
        &["1 3: \"0x400000\": operand is of incorrect type"],
    );
    refused(
        "no_bal",
        "x: bal x",
        &["1 4: \"bal\" is not a recognized operator"],
    );
    refused(
        "no_rotr",
        "rotr $t0,$t1,3",
        &["1 1: \"rotr\" is not a recognized operator"],
    );
    refused(
        "label_minus",
        "x: lw $t0,x-4",
        &[&format!("1 4: \"lw\": {few}lw $t1,-100($t2)")],
    );
    check("label_plus", "", "x: la $t0,x+-4\nla $t0,x+4\n", "\n", 0);
    refused(
        "too_few",
        "add $t0,$t1",
        &[&format!("1 1: \"add\": {few}add $t1,$t2,$t3")],
    );
    refused(
        "out_of_range",
        "sll $t0,$t0,32",
        &["1 13: \"32\": operand is out of range"],
    );
    refused(
        "float_range",
        ".data\n.float 1e50",
        &["2 8: \"1e50\" is an out-of-range value"],
    );
    refused(
        "align_two",
        ".data\n.align 2 3",
        &["2 1: \".align\" requires one operand"],
    );
    refused(
        "space_two",
        ".data\n.space 4 5",
        &["2 1: \".space\" requires one operand"],
    );
    refused(
        "space_less",
        ".data\n.space -4",
        &["2 8: \".space\" requires a non-negative integer"],
    );
    refused(
        "no_global",
        ".globl",
        &["1 1: \".globl\" directive requires at least one argument."],
    );
    refused(
        "word_in_text",
        ".word 5",
        &["1 1: \".word\" directive cannot appear in text segment"],
    );
    refused(
        "hex_float",
        ".data\n.float 0x10",
        &["2 8: \"0x10\" is not a valid floating point constant"],
    );
    refused(
        "repeat",
        ".data\n.word 5:0",
        &["2 9: repetition factor must be positive"],
    );
    refused(
        "repeat_label",
        ".data\nx: .word x:3",
        &["2 10: malformed expression"],
    );
    refused(
        "word_sum",
        ".data\nx: .word x+4",
        &["2 11: \"+\" is not a valid integer constant or label"],
    );
    refused(
        "word_instruction",
        ".data\nb: .word b",
        &["2 10: \"b\" is not a valid integer constant or label"],
    );
}

#[test]
fn macros_are_defined_above() {
    refused(
        "macro_below",
        "foo\n.macro foo\nnop\n.end_macro\n",
        &["1 1: \"foo\" is not a recognized operator"],
    );
    refused(
        "macro_sign",
        ".macro put %n\nli $a0,%n\n.end_macro\nput -5\n",
        &["4 1: forward reference or invalid parameters for macro \"put\""],
    );
    refused(
        "macro_address",
        ".macro get %n\nlw $a0,%n\n.end_macro\nget 4($t0)\n",
        &["4 1: forward reference or invalid parameters for macro \"get\""],
    );
    check(
        "macro_fine",
        "$a0 $a1",
        ".macro put %r %n\nli %r,%n\n.end_macro\nput $a0,-5\nput($a1, 7)\n",
        "\n$a0\t0xfffffffb\n$a1\t0x00000007\n",
        0,
    );
    check(
        "macro_inner",
        "$a0",
        ".macro outer\ninner\n.end_macro\n.macro inner\nli $a0,3\n.end_macro\nouter\n",
        "\n$a0\t0x00000003\n",
        0,
    );
}

#[test]
fn unaligned_accesses_have_their_words() {
    let first = "0x3c010000\t0x002a0821\t0x88280067\t0x99480064\t";
    let second = "0x3c010000\t0x002a0821\t0x8828ff9f\t0x9948ff9c\t";
    let stdout = format!("\nMem[0x00400008]\t{first}\nMem[0x00400018]\t{second}\n");
    let source = "li $v0,10\nsyscall\nulw $t0,100($t2)\nulw $t0,-100($t2)\n";
    check("ulw", "0x00400008-0x00400024", source, &stdout, 0);
}
