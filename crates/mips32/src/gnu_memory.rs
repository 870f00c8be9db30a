//! What GNU as makes of loads and stores of two parts: words and half-words that need not be aligned,
//! and pairs of words. Where the first part would overwrite the address of the second, another order
//! or another register is used. `%little(n)` and `%big(n)` are n for one order of bytes, else 0.

use machine::isa::Pseudo;

use crate::pseudo::form;
use crate::pseudo_gnu::GNU;

/// An instruction of an expansion: `("lw {rt}" "4")` is at the address and so much more, `["…"]` is as
/// it is written.
macro_rules! step {
    ($before:literal $after:literal ($start:literal $more:literal)) => {
        concat!($start, ", ", $before, "+", $more, $after)
    };
    ($before:literal $after:literal [$text:literal]) => {
        $text
    };
}

/// One form: how it comes to an address, and what it does there.
macro_rules! one {
    ($name:literal ($($operands:literal)+) [$($way:literal),*] $before:literal $after:literal
     [$($step:tt)+] $doc:literal) => {
        form(
            $name,
            concat!($($operands),+),
            &[$($way,)* $(step!($before $after $step)),+],
            GNU,
            $doc,
        )
    };
}

/// The whole table.
macro_rules! forms {
    (
        unaligned { $($u:literal $u_room:literal same $u_same:tt near $u_near:tt far $u_far:tt $u_doc:literal;)* }
        pairs { $($p:literal same $p_same:tt near $p_near:tt $p_doc:literal;)* }
    ) => {
        &[
            $(
                one!($u ("rt:x, offset:" $u_room ", base:(rt)") [] "{offset}" "({base})" $u_same $u_doc),
                one!($u ("rt:x, base:(rt)") [] "0" "({base})" $u_same $u_doc),
                one!($u ("rt:x, offset:" $u_room ", base:(x)") [] "{offset}" "({base})" $u_near $u_doc),
                one!($u ("rt:x, base:(x)") [] "0" "({base})" $u_near $u_doc),
                one!($u ("rt:x, address:" $u_room) [] "{address}" "($0)" $u_near $u_doc),
                one!($u ("rt:x, offset:s16, base:(x)") ["addiu $at, {base}, {offset}"] "0" "($at)" $u_far $u_doc),
                one!($u ("rt:x, offset:part, base:(x)") ["addiu $at, {base}, {offset}"] "0" "($at)" $u_far $u_doc),
                one!($u ("rt:x, offset:u16, base:(x)") ["ori $at, $0, {offset}", "addu $at, $at, {base}"] "0" "($at)" $u_far $u_doc),
                one!($u ("rt:x, offset:m16, base:(x)") ["lui $at, %upper({offset})", "addu $at, $at, {base}"] "0" "($at)" $u_far $u_doc),
                one!($u ("rt:x, offset:s32, base:(x)") ["lui $at, %upper({offset})", "ori $at, $at, %lower({offset})", "addu $at, $at, {base}"] "0" "($at)" $u_far $u_doc),
                one!($u ("rt:x, address:s16") ["addiu $at, $0, {address}"] "0" "($at)" $u_far $u_doc),
                one!($u ("rt:x, address:u16") ["ori $at, $0, {address}"] "0" "($at)" $u_far $u_doc),
                one!($u ("rt:x, address:m16") ["lui $at, %upper({address})"] "0" "($at)" $u_far $u_doc),
                one!($u ("rt:x, address:s32") ["lui $at, %upper({address})", "ori $at, $at, %lower({address})"] "0" "($at)" $u_far $u_doc),
                one!($u ("rt:x, symbol:sym") ["lui $at, %hi({symbol})", "addiu $at, $at, %lo({symbol})"] "0" "($at)" $u_far $u_doc),
                one!($u ("rt:x, symbol:sym, base:(x)") ["lui $at, %hi({symbol})", "addiu $at, $at, %lo({symbol})", "addu $at, $at, {base}"] "0" "($at)" $u_far $u_doc),
            )*
            $(
                one!($p ("rt:x2, offset:s16+4, base:(rt)") [] "{offset}" "({base})" $p_same $p_doc),
                one!($p ("rt:x2, base:(rt)") [] "0" "({base})" $p_same $p_doc),
                one!($p ("rt:x2, offset:s16+4, base:(x)") [] "{offset}" "({base})" $p_near $p_doc),
                one!($p ("rt:x2, base:(x)") [] "0" "({base})" $p_near $p_doc),
                one!($p ("rt:x2, address:s16+4") [] "{address}" "($0)" $p_near $p_doc),
                one!($p ("rt:x2, offset:s16, base:(x)") ["addiu $at, {base}, {offset}"] "0" "($at)" $p_near $p_doc),
                one!($p ("rt:x2, offset:part, base:(x)") ["addiu $at, {base}, {offset}"] "0" "($at)" $p_near $p_doc),
                one!($p ("rt:x2, offset:low+4, base:(x)") ["lui $at, %hi({offset})", "addu $at, {base}, $at"] "%lo({offset}" ")($at)" $p_near $p_doc),
                one!($p ("rt:x2, offset:s32, base:(x)") ["lui $at, %upper({offset})", "ori $at, $at, %lower({offset})", "addu $at, {base}, $at"] "0" "($at)" $p_near $p_doc),
                one!($p ("rt:x2, address:s16") ["addiu $at, $0, {address}"] "0" "($at)" $p_near $p_doc),
                one!($p ("rt:x2, address:low+4") ["lui $at, %hi({address})"] "%lo({address}" ")($at)" $p_near $p_doc),
                one!($p ("rt:x2, address:s32") ["lui $at, %upper({address})", "ori $at, $at, %lower({address})"] "0" "($at)" $p_near $p_doc),
                one!($p ("rt:x2, symbol:sym") ["lui $at, %hi({symbol})"] "%lo({symbol}" ")($at)" $p_near $p_doc),
                one!($p ("rt:x2, symbol:sym, base:(x)") ["lui $at, %hi({symbol})", "addu $at, {base}, $at"] "%lo({symbol}" ")($at)" $p_near $p_doc),
            )*
        ]
    };
}

/// The forms, in the order in which they are tried.
pub(crate) const GNU_MEMORY: &[Pseudo] = forms! {
    unaligned {
        "ulw" "s16+3"
            same [("lwl $at" "%little(3)") ("lwr $at" "%big(3)") ["or {rt}, $at, $0"]]
            near [("lwl {rt}" "%little(3)") ("lwr {rt}" "%big(3)")]
            far [("lwl {rt}" "%little(3)") ("lwr {rt}" "%big(3)")]
            "Loads a word from any address.";
        "usw" "s16+3"
            same [("swl {rt}" "%little(3)") ("swr {rt}" "%big(3)")]
            near [("swl {rt}" "%little(3)") ("swr {rt}" "%big(3)")]
            far [("swl {rt}" "%little(3)") ("swr {rt}" "%big(3)")]
            "Stores a word at any address.";
        "ulh" "s16+1"
            same [("lb $at" "%little(1)") ("lbu {rt}" "%big(1)") ["sll $at, $at, 8"] ["or {rt}, {rt}, $at"]]
            near [("lb $at" "%little(1)") ("lbu {rt}" "%big(1)") ["sll $at, $at, 8"] ["or {rt}, {rt}, $at"]]
            far [("lb {rt}" "%little(1)") ("lbu $at" "%big(1)") ["sll {rt}, {rt}, 8"] ["or {rt}, {rt}, $at"]]
            "Loads a half-word from any address.";
        "ulhu" "s16+1"
            same [("lbu $at" "%little(1)") ("lbu {rt}" "%big(1)") ["sll $at, $at, 8"] ["or {rt}, {rt}, $at"]]
            near [("lbu $at" "%little(1)") ("lbu {rt}" "%big(1)") ["sll $at, $at, 8"] ["or {rt}, {rt}, $at"]]
            far [("lbu {rt}" "%little(1)") ("lbu $at" "%big(1)") ["sll {rt}, {rt}, 8"] ["or {rt}, {rt}, $at"]]
            "Loads an unsigned half-word from any address.";
        "ush" "s16+1"
            same [("sb {rt}" "%big(1)") ["srl $at, {rt}, 8"] ("sb $at" "%little(1)")]
            near [("sb {rt}" "%big(1)") ["srl $at, {rt}, 8"] ("sb $at" "%little(1)")]
            far [("sb {rt}" "%big(1)") ["srl {rt}, {rt}, 8"] ("sb {rt}" "%little(1)") ("lbu $at" "%big(1)") ["sll {rt}, {rt}, 8"] ["or {rt}, {rt}, $at"]]
            "Stores a half-word at any address.";
    }
    pairs {
        "ld"
            same [("lw {rt+1}" "4") ("lw {rt}" "0")]
            near [("lw {rt}" "0") ("lw {rt+1}" "4")]
            "Loads two words into two registers.";
        "sd"
            same [("sw {rt}" "0") ("sw {rt+1}" "4")]
            near [("sw {rt}" "0") ("sw {rt+1}" "4")]
            "Stores two registers as two words.";
    }
};
