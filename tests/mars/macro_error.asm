.macro inner %r
        foo  %r
.end_macro
.macro outer %r
        inner %r
.end_macro
        .text
        outer $t0
