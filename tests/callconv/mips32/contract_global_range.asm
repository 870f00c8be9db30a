# Several registers are variables of the whole program: a range and a single one.
# expect: no finding

# jal: global $t1-$t3, $s0
main:
        li      $s0, 0
        li      $t1, 1
        li      $t3, 3
        jal     count
        jal     count
        addu    $s0, $s0, $t3
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

count:
        addu    $s0, $s0, $t1
        addu    $t3, $t3, $s0
        jr      $ra
