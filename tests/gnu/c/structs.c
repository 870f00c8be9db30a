#include "io.h"
struct point { int x, y; };
struct box { struct point low, high; char name[6]; short tag; };
static struct box boxes[3] = { { {1, 2}, {3, 4}, "one", 10 }, { {-5, 0}, {5, 9}, "two", -20 } };
static struct point middle(struct box b) {
    struct point p = { (b.low.x + b.high.x) / 2, (b.low.y + b.high.y) / 2 };
    return p;
}
static void grow(struct box *b, int by) { b->high.x += by; b->low.y -= by; b->tag++; }
int main(void) {
    boxes[2] = boxes[0];
    grow(&boxes[2], 7);
    for (int i = 0; i < 3; i++) {
        struct point p = middle(boxes[i]);
        put(boxes[i].name); put(" ");
        line_int("x", p.x); line_int("y", p.y); line_int("tag", boxes[i].tag);
    }
    return sizeof(struct box);
}
