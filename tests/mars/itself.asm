        .eqv Y Y
        nop
