# C20: HI and LO are lost in a call, and hold nothing on entry.
# expect: CC0201 LO line 15
# expect: CC0203 HI line 23

main:
        jal     first
        li      $v0, 10                 # exit
        syscall

first:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        mtlo    $zero
        jal     second
        mflo    $t0
        beqz    $t0, back
back:
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

second:
        mfhi    $t0
        beqz    $t0, here
here:
        jr      $ra
