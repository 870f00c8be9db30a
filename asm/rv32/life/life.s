# Conway's Game of Life, in the dialect of RARS.
#   jal play life
#   jal run --bitmap asm/rv32/life/life.s
#
# A cell that lives stays alive if two or three of its eight neighbours live. An empty cell comes
# alive if exactly three do. The right edge touches the left one, and the top touches the bottom.
#
# r fills the field at random, c clears it and starts with the first pattern, q ends the program;
# after 300 generations it ends by itself.
#
# In RARS, connect two tools before you run it:
#   Bitmap Display                        unit 8 x 8, display 512 x 512, base address heap
#   Keyboard and Display MMIO Simulator   as it is
# The next line says the same to jal:
#
# jal: bitmap 512x512,unit=8,base=heap
#
# The field is 64 x 64 bytes, row by row. A byte says for how many generations its cell lives
# already; 0 is an empty cell. There are two fields: the next one is computed from the present one,
# then they change places.


# ===== CONSTANTS =====

.eqv    SIDE        64                  # cells in a row, and rows
.eqv    CELLS       4096                # all of them
.eqv    ROW_MASK    0xfc0               # the part of a cell's number that says its row
.eqv    COLUMN_MASK 0x03f               # the part that says its column
.eqv    OLDEST      7                   # nothing gets older than that

.eqv    GENERATIONS 300
.eqv    PAUSE       50                  # milliseconds from one generation to the next

.eqv    DISPLAY     0x10040000          # the first unit of the bitmap
.eqv    KEYBOARD    0xffff0000          # bit 0 of the first word: a key is there
                                        # the second word: the key

# Calls of the environment.
.eqv    PRINT_INT   1
.eqv    PRINT_TEXT  4
.eqv    EXIT        10
.eqv    SLEEP       32
.eqv    RANDOM      41


# ===== DATA =====

.data
one:    .space  4096
other:  .space  4096

# The colours of a cell by its age: 0x00RRGGBB.
colors: .word   0x00081018, 0x00ffffff, 0x00fff080, 0x00ffc040
        .word   0x00f08030, 0x00d05038, 0x00a03848, 0x00702858

# The first pattern: how many cells, then column and row of each. The first five become a mess that
# takes more than a thousand generations to calm down; the others are a glider.
first:  .word   10
        .byte   33, 31,  34, 31,  32, 32,  33, 32,  33, 33
        .byte    2,  1,   3,  2,   1,  3,   2,  3,   3,  3

alive_text:
        .string " cells live in generation "
end_text:
        .string ".\n"


# ===== PROGRAM =====
#
# Registers of the main loop:
#   s0   the present field
#   s1   the field that comes next
#   s2   the generation

.text
.globl main
main:
        la      s0, one
        la      s1, other
        li      s2, 0
        mv      a0, s0
        call    start_pattern

main_generation:
        mv      a0, s0
        call    draw
        li      a0, PAUSE
        li      a7, SLEEP
        ecall

        call    read_key
        li      t0, 'q'
        beq     a0, t0, main_end
        li      t0, 'r'
        beq     a0, t0, main_random
        li      t0, 'c'
        beq     a0, t0, main_first

        mv      a0, s0
        mv      a1, s1
        call    next_generation
        mv      t0, s0                  # the fields change places
        mv      s0, s1
        mv      s1, t0
        addi    s2, s2, 1
        li      t0, GENERATIONS
        blt     s2, t0, main_generation
        mv      a0, s0
        call    draw
        j       main_end

main_random:
        mv      a0, s0
        call    fill_at_random
        j       main_generation
main_first:
        mv      a0, s0
        call    start_pattern
        j       main_generation

main_end:
        mv      a0, s0
        call    count
        li      a7, PRINT_INT
        ecall
        la      a0, alive_text
        li      a7, PRINT_TEXT
        ecall
        mv      a0, s2
        li      a7, PRINT_INT
        ecall
        la      a0, end_text
        li      a7, PRINT_TEXT
        ecall
        li      a7, EXIT
        ecall


# start_pattern(a0: a field): empties it and sets the first pattern.
start_pattern:
        li      t0, CELLS
        add     t0, a0, t0              # after the last cell
        mv      t1, a0
start_pattern_clear:
        sb      zero, 0(t1)
        addi    t1, t1, 1
        bne     t1, t0, start_pattern_clear

        la      t0, first
        lw      t1, 0(t0)               # how many cells are left
        addi    t0, t0, 4
        li      t2, 1                   # they are young
start_pattern_cell:
        lbu     t3, 0(t0)               # its column
        lbu     t4, 1(t0)               # its row
        slli    t4, t4, 6
        add     t3, t3, t4
        add     t3, a0, t3
        sb      t2, 0(t3)
        addi    t0, t0, 2
        addi    t1, t1, -1
        bnez    t1, start_pattern_cell
        ret


# fill_at_random(a0: a field): a quarter of the cells live.
fill_at_random:
        mv      t0, a0
        li      t1, CELLS
        add     t1, a0, t1              # after the last cell
fill_at_random_cell:
        li      a0, 0                   # the generator
        li      a7, RANDOM
        ecall
        andi    a0, a0, 3
        seqz    a0, a0
        sb      a0, 0(t0)
        addi    t0, t0, 1
        bne     t0, t1, fill_at_random_cell
        ret


# next_generation(a0: the present field, a1: the next one): computes the next one.
#
#   t0  the number of the cell          t4  its column
#   t1  the row above, as an address    t5  the column on the left
#   t2  its own row                     t6  the column on the right
#   t3  the row below                   a2  how many neighbours live
next_generation:
        li      t0, 0
next_generation_cell:
        # The rows: at the edges, the mask leads to the other side.
        li      a5, ROW_MASK
        and     t2, t0, a5
        addi    t1, t2, -SIDE
        and     t1, t1, a5
        addi    t3, t2, SIDE
        and     t3, t3, a5
        add     t1, a0, t1
        add     t2, a0, t2
        add     t3, a0, t3
        # The columns, in the same way.
        andi    t4, t0, COLUMN_MASK
        addi    t5, t4, -1
        andi    t5, t5, COLUMN_MASK
        addi    t6, t4, 1
        andi    t6, t6, COLUMN_MASK

        li      a2, 0
        add     a3, t1, t5
        lbu     a3, 0(a3)
        snez    a3, a3
        add     a2, a2, a3
        add     a3, t1, t4
        lbu     a3, 0(a3)
        snez    a3, a3
        add     a2, a2, a3
        add     a3, t1, t6
        lbu     a3, 0(a3)
        snez    a3, a3
        add     a2, a2, a3
        add     a3, t2, t5
        lbu     a3, 0(a3)
        snez    a3, a3
        add     a2, a2, a3
        add     a3, t2, t6
        lbu     a3, 0(a3)
        snez    a3, a3
        add     a2, a2, a3
        add     a3, t3, t5
        lbu     a3, 0(a3)
        snez    a3, a3
        add     a2, a2, a3
        add     a3, t3, t4
        lbu     a3, 0(a3)
        snez    a3, a3
        add     a2, a2, a3
        add     a3, t3, t6
        lbu     a3, 0(a3)
        snez    a3, a3
        add     a2, a2, a3

        add     a3, t2, t4
        lbu     a3, 0(a3)               # how old the cell is
        li      a4, 0                   # how old it will be
        li      a5, 3
        beq     a2, a5, next_generation_lives
        li      a5, 2
        bne     a2, a5, next_generation_store
        beqz    a3, next_generation_store
next_generation_lives:
        addi    a4, a3, 1
        li      a5, OLDEST
        ble     a4, a5, next_generation_store
        mv      a4, a5
next_generation_store:
        add     a5, a1, t0
        sb      a4, 0(a5)
        addi    t0, t0, 1
        li      a5, CELLS
        bne     t0, a5, next_generation_cell
        ret


# draw(a0: a field): shows it on the display.
draw:
        li      t0, CELLS
        add     t0, a0, t0              # after the last cell
        li      t1, DISPLAY
        la      t2, colors
draw_cell:
        lbu     t3, 0(a0)
        slli    t3, t3, 2
        add     t3, t2, t3
        lw      t3, 0(t3)
        sw      t3, 0(t1)
        addi    a0, a0, 1
        addi    t1, t1, 4
        bne     a0, t0, draw_cell
        ret


# read_key() -> a0: the key that was pressed, or 0.
read_key:
        li      a0, 0
        li      t0, KEYBOARD
        lw      t1, 0(t0)
        andi    t1, t1, 1
        beqz    t1, read_key_done       # no key
        lw      a0, 4(t0)               # reading it makes room for the next
read_key_done:
        ret


# count(a0: a field) -> a0: how many cells live.
count:
        li      t0, CELLS
        add     t0, a0, t0              # after the last cell
        li      t1, 0
count_cell:
        lbu     t2, 0(a0)
        snez    t2, t2
        add     t1, t1, t2
        addi    a0, a0, 1
        bne     a0, t0, count_cell
        mv      a0, t1
        ret
