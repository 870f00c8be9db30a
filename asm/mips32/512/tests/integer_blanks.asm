# Blanks around an integer and zeros before it do no harm.
        .include "../512.asm"
