# $s1 is a variable of the whole program, $s0 is not.
# Both mistakes have one cause, which is reported.
# expect: CC0101 $s0 line 18

# jal: global $s1
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
