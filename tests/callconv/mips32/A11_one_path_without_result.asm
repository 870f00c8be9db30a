# A11: on one path a function sets its result, on the other it forgets to.
# expect: CC0202 $v0 line 7

main:
        li      $a0, 0
        jal     sign
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# sign: 1 if $a0 is positive, otherwise 0, which is forgotten
sign:
        blez    $a0, sign_end
        li      $v0, 1
sign_end:
        jr      $ra
