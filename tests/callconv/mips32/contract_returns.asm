# A function has one result by its own words: what it leaves in the second register is none.
# expect: CC0201|CC0202 $v1 line 6

main:
        jal     pair
        addu    $t0, $v0, $v1
        move    $a0, $t0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# jal: returns 1
pair:
        li      $v0, 1
        li      $v1, 2
        jr      $ra
