# $s0 is a variable of the whole program, and the file says so.
# expect: no finding

# jal: global $s0
main:
        li      $s0, 0
        jal     count
        jal     count
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

count:
        addiu   $s0, $s0, 1
        jr      $ra
