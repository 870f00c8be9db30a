# A24: the program goes on with another stack: one note, and no findings after it.
# expect: CC0501 sp line 16

.data
stack:  .space 64
stack_end:.word 0
.text
main:
    li   s0, 1
    jal  switch
    jal  clobber
    li   a0, 10                     # exit
    ecall

switch:
    la   sp, stack_end
    ret

clobber:
    li   s0, 2
    ret
