# A23: a jump table inside one function, through $t1.
# expect: no finding

        .data
table:  .word case_zero, case_one
        .text
main:
        li      $a0, 1
        jal     choose
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

choose:
        la      $t0, table
        sll     $t1, $a0, 2
        addu    $t1, $t0, $t1
        lw      $t1, 0($t1)
        jr      $t1

case_zero:
        li      $v0, 10
        jr      $ra

case_one:
        li      $v0, 20
        jr      $ra
