# A02: a call to a label that is not global. The function clobbers $s1.
# expect: CC0101 $s1 line 13

        .globl main
main:
        li      $s1, 1
        jal     local
        li      $v0, 10                 # exit
        syscall

local:
        li      $s1, 2
        jr      $ra
