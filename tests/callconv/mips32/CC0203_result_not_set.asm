# A function that is declared to give a result returns without setting it.
# expect: CC0203 $v0 line 16
# expect: CC0202 $v0 line 8
# expect: text returns without setting $v0

main:   li      $a0, 3
        jal     stub
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# jal: returns 1
stub:   addiu   $a0, $a0, 1
        jr      $ra
