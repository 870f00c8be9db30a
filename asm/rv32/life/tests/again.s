# Back to the first pattern after a random one.
.data
title:  .string "the first pattern again\n"

.text
        la      a0, title
        li      a7, 4                   # print the title, then begin
        ecall
        j       main
        .include "../life.s"
