# Prints 1*1 + 2*2 + 3*3, and keeps to the calling convention of MIPS.
        .globl  main
main:
        li      $a0, 3
        jal     squares
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

squares:                        # squares($a0 = n): the sum of the squares from 1 to n, in $v0
        addiu   $sp, $sp, -16   # prologue: make room, save what will be changed
        sw      $ra, 12($sp)
        sw      $s0, 8($sp)
        sw      $s1, 4($sp)

        move    $s0, $a0        # $s0 = the number whose square comes next
        li      $s1, 0          # $s1 = the sum so far
next:
        move    $a0, $s0
        jal     square
        addu    $s1, $s1, $v0
        addiu   $s0, $s0, -1
        bnez    $s0, next
        move    $v0, $s1

        lw      $s1, 4($sp)     # epilogue: load the same registers from the same places
        lw      $s0, 8($sp)
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra

square:                         # square($a0): its square, in $v0
        mul     $v0, $a0, $a0   # calls nobody, needs no saved register: no prologue
        jr      $ra
