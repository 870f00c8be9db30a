# Snake: eat, grow, and hit neither the wall nor yourself.
#   jal play snake
#   jal run --bitmap asm/mips32/snake/snake.asm
#
# w a s d (or the arrow keys under jal) turn the snake, q ends the game.
#
# In MARS, connect two tools before you run it:
#   Bitmap Display                        unit 8 x 8, display 256 x 256, base address $gp
#   Keyboard and Display MMIO Simulator   as it is
# The next line says the same to jal:
#
# jal: bitmap 256x256,unit=8,base=gp
#
# The display is the board: 32 x 32 units, one word each, row by row. What a unit shows is what is
# there, so the game looks at the colour of a unit to find out what the snake runs into. A place on
# the board is the address of its word, and a direction is what to add to it.


# ===== CONSTANTS =====

# Colours: 0x00RRGGBB.
.eqv    FREE        0x00000000
.eqv    WALL        0x00305070
.eqv    BODY        0x0030a040
.eqv    HEAD        0x0090ff60
.eqv    FOOD        0x00ff4030

.eqv    UNITS       1024                # 32 rows of 32 units
.eqv    ROW         128                 # bytes from a unit to the one below
.eqv    LAST_ROW    3968                # bytes from the first row to the last
.eqv    LAST_COLUMN 124                 # bytes from the first column to the last
.eqv    START       2104                # the tail at the start: row 16, column 14

.eqv    UP          -128
.eqv    DOWN        128
.eqv    LEFT        -4
.eqv    RIGHT       4

# The keyboard: two words that are not memory.
.eqv    KEYBOARD    0xffff0000          # bit 0 of the first word: a key is there
                                        # the second word: the key

.eqv    RING_MASK   4095                # the snake's places are a ring of 1024 words
.eqv    GROWN       897                 # no place is free: 30 x 30 units without the first 3

.eqv    SLOWEST     140                 # milliseconds from one step to the next
.eqv    FASTEST     60


# ===== DATA =====

.data
# The places of the snake, from tail to head, in a ring: after the last word comes the first again.
ring:       .space  4096

score_text: .asciiz "Score: "
won_text:   .asciiz "You have won!\n"
line_end:   .asciiz "\n"


# ===== PROGRAM =====
#
# Registers of the main loop:
#   $s0   the head: the address of its unit
#   $s1   the direction
#   $s2   where the tail is in the ring, in bytes
#   $s3   where the head is in the ring, in bytes
#   $s4   the score: how much the snake has eaten

.text
.globl main
main:
        addiu   $sp, $sp, -16           # room for the arguments of what is called
        jal     draw_walls

        # A snake of three units, which looks to the right.
        addiu   $s0, $gp, START
        li      $s1, RIGHT
        li      $s2, 0
        li      $s3, 8
        li      $s4, 0
        li      $t0, BODY
        sw      $t0, 0($s0)
        sw      $t0, 4($s0)
        la      $t1, ring
        sw      $s0, 0($t1)
        addiu   $s0, $s0, 4
        sw      $s0, 4($t1)
        addiu   $s0, $s0, 4
        sw      $s0, 8($t1)
        li      $t0, HEAD
        sw      $t0, 0($s0)
        jal     place_food

main_step:
        move    $a0, $s4
        jal     wait_a_little
        jal     read_key
        beq     $v0, 'q', main_end
        move    $a0, $v0
        move    $a1, $s1
        jal     turn
        move    $s1, $v0

        # What was the head is a part of the body now.
        li      $t0, BODY
        sw      $t0, 0($s0)
        addu    $s0, $s0, $s1
        lw      $t1, 0($s0)             # what is where the head goes
        li      $t2, FOOD
        beq     $t1, $t2, main_eat
        li      $t2, FREE
        bne     $t1, $t2, main_end      # the wall, or the snake itself

        # Nothing to eat: the tail moves on, too.
        la      $t0, ring
        addu    $t0, $t0, $s2
        lw      $t0, 0($t0)
        sw      $t2, 0($t0)
        addiu   $s2, $s2, 4
        andi    $s2, $s2, RING_MASK
        move    $a0, $s0
        move    $a1, $s3
        jal     put_head
        move    $s3, $v0
        j       main_step

main_eat:
        addiu   $s4, $s4, 1
        move    $a0, $s0
        move    $a1, $s3
        jal     put_head
        move    $s3, $v0
        beq     $s4, GROWN, main_won
        jal     place_food
        j       main_step

main_won:
        la      $a0, won_text
        li      $v0, 4
        syscall
main_end:
        la      $a0, score_text
        li      $v0, 4
        syscall
        move    $a0, $s4
        li      $v0, 1
        syscall
        la      $a0, line_end
        li      $v0, 4
        syscall
        li      $v0, 10                 # the end
        syscall


# put_head($a0: the new head, $a1: where the old one is in the ring) -> $v0: where the new one is:
# draws the head, and adds it to the ring.
put_head:
        li      $t0, HEAD
        sw      $t0, 0($a0)
        addiu   $v0, $a1, 4
        andi    $v0, $v0, RING_MASK
        la      $t0, ring
        addu    $t0, $t0, $v0
        sw      $a0, 0($t0)
        jr      $ra


# draw_walls(): empties the display and draws a wall around it.
draw_walls:
        # Everything is free.
        move    $t0, $gp
        addiu   $t1, $gp, LAST_ROW
        addiu   $t1, $t1, ROW           # after the last unit
        li      $t2, FREE
draw_walls_free:
        sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, draw_walls_free

        # The first row and the last.
        li      $t2, WALL
        move    $t0, $gp
        addiu   $t1, $gp, ROW
draw_walls_row:
        sw      $t2, 0($t0)
        sw      $t2, LAST_ROW($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, draw_walls_row

        # The first column and the last.
        move    $t0, $gp
        addiu   $t1, $gp, LAST_ROW
draw_walls_column:
        sw      $t2, 0($t0)
        sw      $t2, LAST_COLUMN($t0)
        addiu   $t0, $t0, ROW
        bne     $t0, $t1, draw_walls_column
        jr      $ra


# place_food(): puts food on a free unit, wherever chance has it. One must be free.
place_food:
        li      $a0, 0                  # the generator
        li      $a1, UNITS
        li      $v0, 42                 # a random number from 0 to 1023
        syscall
        sll     $t0, $a0, 2
        addu    $t0, $gp, $t0
        lw      $t1, 0($t0)
        li      $t2, FREE
        bne     $t1, $t2, place_food    # taken: try again
        li      $t1, FOOD
        sw      $t1, 0($t0)
        jr      $ra


# read_key() -> $v0: the key that was pressed, or 0.
read_key:
        li      $v0, 0
        li      $t0, KEYBOARD
        lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        beqz    $t1, read_key_done      # no key
        lw      $v0, 4($t0)             # reading it makes room for the next
read_key_done:
        jr      $ra


# turn($a0: a key, $a1: the direction) -> $v0: the new direction. The snake cannot turn round.
turn:
        move    $v0, $a1
        beq     $a0, 'w', turn_up
        beq     $a0, 'a', turn_left
        beq     $a0, 's', turn_down
        beq     $a0, 'd', turn_right
        jr      $ra                     # another key changes nothing
turn_up:
        li      $t0, UP
        j       turn_unless_back
turn_left:
        li      $t0, LEFT
        j       turn_unless_back
turn_down:
        li      $t0, DOWN
        j       turn_unless_back
turn_right:
        li      $t0, RIGHT
turn_unless_back:
        addu    $t1, $t0, $a1           # 0 if one is the opposite of the other
        beqz    $t1, turn_done
        move    $v0, $t0
turn_done:
        jr      $ra


# wait_a_little($a0: the score): the more the snake has eaten, the faster it is.
wait_a_little:
        li      $t0, SLOWEST
        sll     $t1, $a0, 1
        subu    $a0, $t0, $t1
        bge     $a0, FASTEST, wait_a_little_sleep
        li      $a0, FASTEST
wait_a_little_sleep:
        li      $v0, 32                 # sleeps so many milliseconds
        syscall
        jr      $ra
