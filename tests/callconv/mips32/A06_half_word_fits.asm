# A06: $s0 is saved and restored as a half-word. This time its value fits, by luck.
# expect: CC0103 $s0 line 15

main:
        li      $s0, 5
        jal     half
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

half:
        addiu   $sp, $sp, -16
        sh      $s0, 0($sp)
        li      $s0, 2
        lh      $s0, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra
