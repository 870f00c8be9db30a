# A26: the fifth and sixth argument lie $at 16($sp) and 20($sp). The function uses the room below
# them for nothing.
# expect: no finding

main:
        addiu   $sp, $sp, -24
        li      $a0, 1
        li      $a1, 2
        li      $a2, 3
        li      $a3, 4
        li      $t0, 5
        sw      $t0, 16($sp)
        li      $t0, 6
        sw      $t0, 20($sp)
        jal     add_all
        addiu   $sp, $sp, 24
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

add_all:
        lw      $t0, 16($sp)
        lw      $t1, 20($sp)
        addu    $v0, $a0, $a1
        addu    $v0, $v0, $a2
        addu    $v0, $v0, $a3
        addu    $v0, $v0, $t0
        addu    $v0, $v0, $t1
        jr      $ra
