# Runs for 600001 steps.
    li t0 300000
loop:
    addi t0 t0 -1
    bnez t0 loop
