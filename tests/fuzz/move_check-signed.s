# Large values count as negative numbers.
.globl move_check

.text
move_check:
    addi a1, a1, -1

move_check_loop:
    blez a1, move_check_none
    lw   t0, 0(a0)
    lh   t0, 0(t0)
    lw   t1, 4(a0)
    lh   t1, 0(t1)

    blez t1, move_check_next
    beqz t0, move_check_found
    beq  t0, t1, move_check_found

move_check_next:
    addi a0, a0, 4
    addi a1, a1, -1
    j    move_check_loop

move_check_found:
    li   a0, 1
    ret

move_check_none:
    li   a0, 0
    ret
