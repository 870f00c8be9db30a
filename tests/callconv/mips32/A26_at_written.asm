# A26: $at belongs to the assembler.
# expect: CC0401 $at line 10

main:
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $at, $zero, 5
        jr      $ra
