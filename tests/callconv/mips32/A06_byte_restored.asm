# A06: $s0 is saved as a word, but restored as a byte.
# expect: CC0103 $s0 line 17

main:
        li      $s0, 0x12345678
        jal     byte
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

byte:
        addiu   $sp, $sp, -16
        sw      $s0, 0($sp)
        li      $s0, 2
        lb      $s0, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra
