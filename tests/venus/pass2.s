    li a0 1
    foo a0 a1   # no such instruction
    add a0 a1
    addi a0, a0, 5000
    add a0, q9, a1
