# A function has no result by its own words: what it leaves in the register is none.
# expect: CC0201|CC0202 $v0 line 6

main:
        jal     nothing
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# jal: returns 0
nothing:
        li      $v0, 1
        jr      $ra
