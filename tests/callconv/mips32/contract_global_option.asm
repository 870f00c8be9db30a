# $s0 is a variable of the whole program: an option says so.
# expect: no finding
# options: --global $s0

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
