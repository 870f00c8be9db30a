# A03: a function ends in a jump to another one, which returns for both.
# expect: no finding

        .globl main, first, second
main:
        li      $a0, 3
        jal     first
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

first:
        addiu   $a0, $a0, 1
        j       second                  # not a call: the caller of first is the one that second returns to

second:
        addu    $v0, $a0, $a0
        jr      $ra
