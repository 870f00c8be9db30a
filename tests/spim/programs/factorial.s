# Factorial, recursively: main is a function that returns.
        .data
ask:    .asciiz "n? "
is:     .asciiz "n! = "
nl:     .asciiz "\n"
        .text
        .globl  main
main:   subu    $sp, $sp, 32
        sw      $ra, 20($sp)
        sw      $fp, 16($sp)
        addu    $fp, $sp, 28
        li      $v0, 4; la $a0, ask; syscall
        li      $v0, 5
        syscall
        move    $a0, $v0
        jal     fact
        move    $s0, $v0
        li      $v0, 4; la $a0, is; syscall
        li      $v0, 1
        move    $a0, $s0
        syscall
        li      $v0, 4
        la      $a0, nl
        syscall
        lw      $ra, 20($sp)
        lw      $fp, 16($sp)
        addu    $sp, $sp, 32
        jr      $ra
fact:   subu    $sp, $sp, 32
        sw      $ra, 20($sp)
        sw      $fp, 16($sp)
        addu    $fp, $sp, 28
        sw      $a0, 0($fp)
        lw      $v0, 0($fp)
        bgtz    $v0, more
        li      $v0, 1
        j       done
more:   lw      $v1, 0($fp)
        subu    $v0, $v1, 1
        move    $a0, $v0
        jal     fact
        lw      $v1, 0($fp)
        mul     $v0, $v0, $v1
done:   lw      $ra, 20($sp)
        lw      $fp, 16($sp)
        addu    $sp, $sp, 32
        j       $ra
