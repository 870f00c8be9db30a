# The sieve of Eratosthenes, with bytes.
LAST = 60
        .data
sieve:  .space  61
        .text
main:   li      $t0, 2
next:   lb      $t1, sieve($t0)
        bnez    $t1, step
        move    $a0, $t0
        li      $v0, 1
        syscall
        li      $a0, ' '
        li      $v0, 11
        syscall
        add     $t2, $t0, $t0
mark:   bgt     $t2, LAST, step
        li      $t3, 1
        sb      $t3, sieve($t2)
        add     $t2, $t2, $t0
        b       mark
step:   add     $t0, 1
        ble     $t0, LAST, next
        jr      $ra
