# Five generations of the first pattern, then q.
.data
title:  .string "five generations\n"

.text
        la      a0, title
        li      a7, 4                   # print the title, then begin
        ecall
        j       main
        .include "../life.s"
