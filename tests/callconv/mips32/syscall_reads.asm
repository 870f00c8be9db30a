# A syscall reads the registers of its call: the number in $a0 is none after a function.
# expect: CC0201 $a0 line 8

main:
        li      $a0, 5
        jal     leaf
        li      $v0, 1                  # print the number in $a0
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        jr      $ra
