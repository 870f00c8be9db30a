# Exceptions are printed, and the program goes on after them.
        .data
done:   .asciiz "still here: "
        .text
main:   li      $t0, 0x7fffffff
        li      $t1, 42
        add     $t1, $t0, 1
        lw      $t2, 2($sp)
        sw      $t2, 1($sp)
        lw      $t9, 0($0)
        li      $t3, 0
        div     $t4, $t0, $t3
        break   7
        teq     $0, $0
        la      $a0, done
        li      $v0, 4
        syscall
        move    $a0, $t1
        li      $v0, 1
        syscall
        jr      $ra
