# Jumps to the data, which is past the end of the text.
    li a0, 7
    lui t0, 0x10000
    jr t0
    li a0, 8
