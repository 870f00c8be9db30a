# A function may give its argument back, and the result is passed on.
# expect: no finding

.text
main:
    li a0, 5
    jal clamp
    jal print
    li a0, 10
    ecall
clamp:            # at most 100
    li t0, 100
    ble a0, t0, cdone
    mv a0, t0
cdone:
    ret
print:
    mv a1, a0
    li a0, 1
    ecall
    ret
