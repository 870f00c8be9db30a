# C24: what is called by hand keeps to the convention as well.
# expect: CC0101 s0 line 22
# expect: CC0201 t0 line 15

main:
    jal  first
    li   a0, 10                     # exit
    ecall
first:
    addi sp, sp, -16
    sw   ra, 12(sp)
    li   t0, 1
    la   ra, back
    j    second
back: bnez t0, done
done:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

second:
    li   s0, 4
    ret
