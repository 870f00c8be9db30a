# A function has two arguments by its own words, and reads both.
# expect: no finding

main:
        li      $a0, 1
        li      $a1, 2
        jal     plus
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# jal: args 2, returns 1
plus:
        addu    $v0, $a0, $a1
        jr      $ra
