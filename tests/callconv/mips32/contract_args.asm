# A function has one argument by its own words, but reads a second one.
# expect: CC0203 $a1 line 17

main:
        li      $a0, 1
        li      $a1, 2
        jal     plus
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# plus: not what its contract says
# jal: args 1
plus:
        addu    $v0, $a0, $a1
        jr      $ra
