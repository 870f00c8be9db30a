# A24: the program goes on with another stack: one note, and no findings after it.
# expect: CC0501 $sp line 16

        .data
stack:  .space 64
stack_end:.word 0
        .text
main:
        li      $s0, 1
        jal     switch
        jal     clobber
        li      $v0, 10                 # exit
        syscall

switch:
        la      $sp, stack_end
        jr      $ra

clobber:
        li      $s0, 2
        jr      $ra
