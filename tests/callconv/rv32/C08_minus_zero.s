# C08: a value less zero, or combined with zero by exclusive or, is that value.
# expect: CC0203 t5 line 11
# expect: CC0203 t6 line 14

main:
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    sub  t0, t5, zero
    bnez t0, other
other:
    xor  t1, t6, zero
    bnez t1, done
done:
    ret
