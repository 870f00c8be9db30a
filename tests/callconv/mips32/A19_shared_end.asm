# A19: two functions share the instructions $at their end.
# expect: no finding

main:
        jal     first
        jal     second
        li      $v0, 10                 # exit
        syscall

first:
        li      $t0, 1
        j       shared_end

second:
        li      $t0, 2

shared_end:
        addu    $v0, $t0, $t0
        jr      $ra
