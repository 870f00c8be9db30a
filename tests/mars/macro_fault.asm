.macro inner %r
        lw   %r, 1($gp)
.end_macro
.macro outer %r
        inner %r
.end_macro
        .text
        outer $t0
