# Jumps into the middle of an instruction.
    la t0 inner
    addi t0 t0 2
    jr t0
inner:
    lui a0 0
