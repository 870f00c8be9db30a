# C08: padding that decides something.
# expect: CC0303 main line 7

main:
    addi sp, sp, -16
    sb   zero, 1(sp)
    lw   t1, 0(sp)
    beqz t1, done
    addi t1, t1, 1
done:
    addi sp, sp, 16
    li   a0, 10                     # exit
    ecall
