# A fragment of a game on a board of 3 x 3, as students write it: a register for each tile,
# macros for what is done to all of them, moves typed as lines.
.data
MOVE:   .word
        .space 4
ORIGIN_GRID: .word 0:9
row_end: .asciiz "|\n"
rule:   .asciiz "+---+---+---+\n"
bad:    .asciiz "what?\n"
goodbye: .asciiz "bye\n"

.macro exit
        li $v0, 10
        syscall
.end_macro

.macro print_text %label
        la $a0, %label
        li $v0, 4
        syscall
.end_macro

.macro print_tile $tile
        li $v0, 11
        li $a0, '|'
        syscall
        li $a0, ' '
        syscall
        beqz $tile, empty
        move $a0, $tile
        li $v0, 1
        syscall
        b done
empty:  li $a0, '.'
        syscall
done:   li $v0, 11
        li $a0, ' '
        syscall
.end_macro

.macro print_row %reg1 %reg2 %reg3
        print_tile %reg1
        print_tile %reg2
        print_tile(%reg3)
        print_text row_end
        print_text rule
.end_macro

.macro print_board
        print_text rule
        print_row $t1 $t2 $t3
        print_row ($t4, $t5, $t6)
        print_row $t7, $s1, $s2
.end_macro

# Moves three tiles to the left and adds equal neighbours.
.macro slide_left %a %b %c
        bnez %a, second
        move %a, %b
        move %b, %c
        li   %c, 0
        bnez %a, second
        move %a, %b
        li   %b, 0
second: bnez %b, merge
        move %b, %c
        li   %c, 0
merge:  beqz %a, out
        bne  %a, %b, right
        add  %a, %a, %b
        move %b, %c
        li   %c, 0
        b    out
right:  beqz %b, out
        bne  %b, %c, out
        add  %b, %b, %c
        li   %c, 0
out:
.end_macro

.macro swap %a %b
        move $t9, %a
        move %a, %b
        move %b, $t9
.end_macro

.macro turn
        swap $t1 $t3
        swap $t4 $t6
        swap $t7 $s2
.end_macro

.text
start:  li $t1, 2
        li $t2, 2
        li $t6, 2
        li $t7, 4
        li $s2, 4
show:   print_board
        la $a0, MOVE
        li $a1, 4
        li $v0, 8
        syscall
        lw $t0, MOVE
        beq $t0, 0xa61, left            # a
        beq $t0, 0xa64, to_right        # d
        beq $t0, 0xa71, terminate       # q
        print_text bad
        j show
to_right:
        turn
        li $t8, 1
        j exit
left:   li $t8, 0
exit:   slide_left $t1 $t2 $t3
        slide_left $t4 $t5 $t6
        slide_left $t7 $s1 $s2
        beqz $t8, False
        turn
False:  sw $t1, ORIGIN_GRID
        sw $t7, ORIGIN_GRID+24
        lw $t1, ORIGIN_GRID
        j show
terminate:
        la $s3, ORIGIN_GRID
        lw $a0, 24($s3)
        li $v0, 1
        syscall
        print_text goodbye
        exit
