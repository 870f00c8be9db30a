.text
.globl half
half:
    srai a0, a0, 1
    ret
