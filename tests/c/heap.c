/* Memory from brk: lists, a binary search tree, and blocks that are freed,
 * joined and used again. */
#include "lib.h"

struct item {
    struct item *next;
    int value;
};

static struct item *prepend(struct item *list, int value)
{
    struct item *item = heap_alloc(sizeof *item);
    item->next = list;
    item->value = value;
    return item;
}

static struct item *reverse(struct item *list)
{
    struct item *done = NULL;
    while (list != NULL) {
        struct item *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static struct item *drop_multiples(struct item *list, int of)
{
    struct item **link = &list;
    while (*link != NULL) {
        struct item *item = *link;
        if (item->value % of == 0 && item->value != of) {
            *link = item->next;
            heap_free(item);
        } else {
            link = &item->next;
        }
    }
    return list;
}

struct tree {
    struct tree *left, *right;
    uint32_t key;
    int count;
};

static struct tree *insert(struct tree *tree, uint32_t key)
{
    if (tree == NULL) {
        tree = heap_alloc(sizeof *tree);
        memset(tree, 0, sizeof *tree);
        tree->key = key;
        tree->count = 1;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else if (key > tree->key) {
        tree->right = insert(tree->right, key);
    } else {
        tree->count++;
    }
    return tree;
}

static int height(const struct tree *tree)
{
    if (tree == NULL)
        return 0;
    int left = height(tree->left), right = height(tree->right);
    return 1 + (left > right ? left : right);
}

static uint32_t walk(const struct tree *tree, uint32_t hash)
{
    if (tree == NULL)
        return hash;
    hash = walk(tree->left, hash);
    hash = hash * 31 + tree->key * (uint32_t)tree->count;
    return walk(tree->right, hash);
}

static void fell(struct tree *tree)
{
    if (tree == NULL)
        return;
    fell(tree->left);
    fell(tree->right);
    heap_free(tree);
}

int main(void)
{
    struct item *list = NULL;
    for (int i = 2; i < 60; i++)
        list = prepend(list, i);
    list = reverse(list);
    for (struct item *item = list; item != NULL; item = item->next)
        list = drop_multiples(list, item->value);
    put_str("primes:");
    int sum = 0;
    while (list != NULL) {
        struct item *next = list->next;
        put_char(' ');
        put_int(list->value);
        sum += list->value;
        heap_free(list);
        list = next;
    }
    put_char('\n');
    show_int("sum", sum);

    struct tree *tree = NULL;
    uint32_t state = 99;
    for (int i = 0; i < 1000; i++)
        tree = insert(tree, random_next(&state) % 700);
    show_int("height", height(tree));
    show_hex("tree", walk(tree, 0));
    fell(tree);

    /* All freed: one block as large as the tree was must reuse its memory. */
    char *block = heap_alloc(1000);
    heap_free(block);
    char *same = heap_alloc(4000);
    show_int("reused", block == same);
    show_int("aligned", ((uintptr_t)same & 15) == 0);
    heap_free(same);

    /* A large block has to grow the heap, and is zero when it is fresh. */
    unsigned char *large = heap_alloc(1 << 20);
    show_int("large", large != NULL);
    show_int("fresh", large[500000] == 0 && large[(1 << 20) - 1] == 0);
    for (int i = 0; i < 1 << 20; i += 4096)
        large[i] = (unsigned char)(i >> 12);
    uint32_t hash = 0;
    for (int i = 0; i < 1 << 20; i += 4096)
        hash = hash * 17 + large[i];
    show_hex("hash", hash);
    return 0;
}
