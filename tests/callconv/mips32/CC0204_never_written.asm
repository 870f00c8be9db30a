# The outermost code reads $t0, which nothing has written.
# expect: CC0204 $t0 line 5

main:
        addiu   $t1, $t0, 1
        move    $a0, $t1
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall
