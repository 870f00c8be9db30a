# Blocks from the heap follow each other.
        .data
nl:     .asciiz "\n"
        .text
main:   li      $a0, 8
        jal     more
        li      $a0, 16
        jal     more
        li      $a0, 0
        jal     more
        li      $v0, 10
        syscall
more:   li      $v0, 9
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        la      $a0, nl
        li      $v0, 4
        syscall
        jr      $ra
