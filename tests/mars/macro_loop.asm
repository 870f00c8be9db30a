        nop
        .macro again
        again
        .end_macro
        again
        .macro ping
        pong
        .end_macro
        .macro pong
        ping
        .end_macro
        ping
