# Named constants, in numbers, offsets, sizes and repetitions.
N = 5
SIZE = 4
MINUS = -3
LETTER = 'A'
        .data
array:  .word   7:N
room:   .space  N
after:  .word   MINUS
        .text
main:   li      $t0, N
        la      $t1, array
        li      $t2, 0
sum:    lw      $t3, ($t1)
        add     $t2, $t2, $t3
        add     $t1, SIZE
        sub     $t0, 1
        bnez    $t0, sum
        move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 11
        li      $a0, LETTER
        syscall
        lw      $a0, array+SIZE
        li      $v0, 1
        syscall
        lw      $a0, after
        syscall
        jr      $ra
