# A linked list on the heap: numbers are put in order as they come.
        .data
numbers: .word 5, 3, 9, 1, 7, 3
numbers_end:
head:   .word 0

        .text
main:   la   $s0, numbers
        la   $s1, numbers_end
fill:   beq  $s0, $s1, print
        lw   $a0, 0($s0)
        jal  insert
        addiu $s0, $s0, 4
        j    fill

print:  lw   $s2, head
each:   beqz $s2, last
        lw   $a0, 0($s2)
        li   $v0, 1
        syscall
        li   $v0, 11
        li   $a0, ','
        syscall
        lw   $s2, 4($s2)
        j    each
last:   li   $v0, 11
        li   $a0, '\n'
        syscall
        li   $v0, 9             # all nodes lie one after the other
        li   $a0, 0
        syscall
        subi $a0, $v0, 0x10040000
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

# insert(value)
insert: move $t0, $a0
        li   $a0, 8
        li   $v0, 9             # sbrk
        syscall
        sw   $t0, 0($v0)
        la   $t1, head          # the word that points to the next node
find:   lw   $t2, 0($t1)
        beqz $t2, link
        lw   $t3, 0($t2)
        bge  $t3, $t0, link
        addiu $t1, $t2, 4
        j    find
link:   sw   $t2, 4($v0)
        sw   $v0, 0($t1)
        jr   $ra
