# A23: a jump table inside one function: its jumps are no calls.
# expect: no finding

        .data
table:  .word case_zero, case_one
        .text
main:
        li      $s0, 9
        li      $a0, 1
        jal     choose
        addu    $v0, $v0, $s0
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

choose:
        la      $t0, table
        sll     $t1, $a0, 2
        addu    $t0, $t0, $t1
        lw      $t0, 0($t0)
        jr      $t0

case_zero:
        li      $v0, 10
        jr      $ra

case_one:
        li      $v0, 20
        jr      $ra
