# A16: the fifth argument lies on the stack of the caller, behind the room for the first four.
# expect: no finding

main:
        addiu   $sp, $sp, -32
        li      $a0, 1
        li      $a1, 2
        li      $a2, 3
        li      $a3, 4
        li      $t0, 9
        sw      $t0, 16($sp)            # the fifth argument
        jal     add_all
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

add_all:
        addiu   $sp, $sp, -16
        lw      $t0, 32($sp)            # the fifth argument
        addu    $v0, $a0, $a1
        addu    $v0, $v0, $a2
        addu    $v0, $v0, $a3
        addu    $v0, $v0, $t0
        addiu   $sp, $sp, 16
        jr      $ra
