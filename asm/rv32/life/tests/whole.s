# All generations, until the program ends by itself.
.data
title:  .string "three hundred generations\n"

.text
        la      a0, title
        li      a7, 4                   # print the title, then begin
        ecall
        j       main
        .include "../life.s"
