.globl largest
.text
largest:
    lw   t2, 0(a0)
step:
    addi a1, a1, -1
    beqz a1, done
    addi a0, a0, 4
    lw   t3, 0(a0)
    bge  t2, t3, step
    mv   t2, t3
    j    step
done:
    mv   a0, t2
    ret
