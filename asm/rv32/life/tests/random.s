# A field filled at random, twenty generations later.
.data
title:  .string "twenty generations of chance\n"

.text
        la      a0, title
        li      a7, 4                   # print the title, then begin
        ecall
        j       main
        .include "../life.s"
