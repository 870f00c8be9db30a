# A list of numbers, built on the heap and printed backwards.
NODE = 8
        .data
numbers: .word  3, 1, 4, 1, 5, 9, 2, 6, 0
comma:  .asciiz ", "
        .text
        .globl  main
main:   la      $s0, numbers
        li      $s1, 0
build:  lw      $s2, 0($s0)
        beqz    $s2, show
        li      $a0, NODE
        li      $v0, 9
        syscall
        sw      $s2, 0($v0)
        sw      $s1, 4($v0)
        move    $s1, $v0
        addu    $s0, 4
        j       build
show:   beqz    $s1, end
        lw      $a0, 0($s1)
        li      $v0, 1
        syscall
        lw      $s1, 4($s1)
        beqz    $s1, end
        la      $a0, comma
        li      $v0, 4
        syscall
        j       show
end:    jr      $ra
