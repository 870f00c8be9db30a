#include "io.h"
struct tree { int key; struct tree *left, *right; };
static struct tree pool[40];
static int used;
static struct tree *insert(struct tree *t, int key) {
    if (!t) { t = &pool[used++]; t->key = key; return t; }
    if (key < t->key) t->left = insert(t->left, key);
    else if (key > t->key) t->right = insert(t->right, key);
    return t;
}
static int depth(struct tree *t) {
    if (!t) return 0;
    int l = depth(t->left), r = depth(t->right);
    return 1 + (l > r ? l : r);
}
static void walk(struct tree *t, void (*visit)(int)) { if (t) { walk(t->left, visit); visit(t->key); walk(t->right, visit); } }
static int sum;
static void show(int key) { put_int(key); put(","); sum += key; }
int main(void) {
    struct tree *root = 0;
    u32 seed = 99;
    for (int i = 0; i < 30; i++) { seed = seed * 69069u + 1u; root = insert(root, (seed >> 16) % 100); }
    walk(root, show);
    put("\n");
    line_int("depth", depth(root));
    line_int("sum", sum);
    return used;
}
