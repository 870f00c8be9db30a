.globl largest
.text
largest:
    lw   t0, 0(a0)
next:
    lw   t1, 0(a0)
    ble  t1, t0, smaller
    mv   t0, t1
smaller:
    addi a0, a0, 4
    addi a1, a1, -1
    bnez a1, next
    mv   a0, t0
    ret
