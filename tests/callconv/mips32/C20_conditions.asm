# C20: the conditions of the floating-point unit are lost in a call.
# expect: CC0201 FCC line 16

main:
        jal     first
        li      $v0, 10                 # exit
        syscall

first:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        mtc1    $zero, $f4
        c.eq.s  $f4, $f4
        jal     second
        li      $v0, 1
        bc1t    back
        li      $v0, 2
back:
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

second:
        jr      $ra
