# A19: a function without an end runs into the next one.
# expect: CC0402 second line 14

main:
        jal     second
        jal     first
        li      $v0, 10                 # exit
        syscall

first:
        li      $t0, 1

second:
        li      $t1, 2
        jr      $ra
