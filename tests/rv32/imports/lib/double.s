.import "print.s"
.globl double secret
.data
secret: .word 7
local:  .word local         # an address in a file that is not the first
.text
double:
    slli a0, a0, 1
    ret
