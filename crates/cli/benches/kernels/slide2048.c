/* 2048 played at random on a board of sixteen half-words. */
#include "kernel.h"

enum { MOVES = 80000 };

/* For left, right, up and down: the first cell of the first line, the way to
 * the next line, and the way to the next cell of a line. */
static const struct {
    int32_t first, line, cell;
} ways[4] = {{0, 4, 1}, {3, 4, -1}, {0, 1, 4}, {12, 1, -4}};

static uint32_t seed = 1;
static uint16_t board[16];

static uint32_t next_random(void)
{
    seed = step(seed);
    return seed >> 8;
}

/* Puts a 2, or now and then a 4, on a random empty cell. There is one. */
static void spawn(void)
{
    uint32_t empty = 0;
    for (int i = 0; i < 16; i++)
        empty += board[i] == 0;
    uint32_t random = next_random();
    uint32_t skip = (random & 0x7ff) % empty;
    uint16_t *cell = board;
    while (*cell != 0 || skip-- != 0)
        cell++;
    *cell = random >> 16 < 26 ? 4 : 2;
}

/* Slides one line of four towards its first cell. */
static uint32_t slide(uint16_t *first, int32_t way, uint32_t *changed)
{
    uint16_t *to = first;
    uint32_t points = 0, last = 0; /* last: a tile that may still merge */
    for (int i = 0; i < 4; i++) {
        uint16_t *from = first + i * way;
        uint32_t tile = *from;
        if (tile == 0)
            continue;
        *from = 0;
        if (tile == last) {
            to[-way] = (uint16_t)(2 * tile);
            points += 2 * tile;
            last = 0;
            *changed = 1;
        } else {
            *to = (uint16_t)tile;
            if (to != from)
                *changed = 1;
            last = tile;
            to += way;
        }
    }
    return points;
}

static uint32_t move_tiles(uint32_t direction, uint32_t *changed)
{
    uint32_t points = 0;
    *changed = 0;
    for (int i = 0; i < 4; i++)
        points += slide(board + ways[direction].first + i * ways[direction].line,
                        ways[direction].cell, changed);
    return points;
}

static void start(void)
{
    for (int i = 0; i < 16; i++)
        board[i] = 0;
    spawn();
    spawn();
}

uint32_t kernel(void)
{
    uint32_t checksum = 0, score = 0;
    start();
    for (int moves = MOVES; moves > 0; moves--) {
        uint32_t direction = next_random() & 3, changed = 0;
        for (int tries = 4; tries > 0 && !changed; tries--) {
            score += move_tiles(direction, &changed);
            direction = (direction + 1) & 3;
        }
        if (changed) {
            spawn();
        } else { /* the game is over */
            checksum = checksum * 31 + score;
            score = 0;
            start();
        }
    }
    for (int i = 0; i < 16; i++)
        checksum = checksum * 31 + board[i];
    return checksum * 31 + score;
}
