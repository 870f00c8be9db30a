# Prints for ever.
loop:
    li a0 1
    ecall
    j loop
