        li   $t0, 1
        j    end
        .globl main
main:   li   $t0, 2
end:    nop
