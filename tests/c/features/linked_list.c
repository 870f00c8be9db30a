/* Lists on the heap and on the stack of recursive calls. */
#include "features.h"

struct node { int value; struct node *next; };

APART static struct node *push(struct node *list, int value)
{
    struct node *node = heap_alloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}
APART static struct node *reverse(struct node *list, struct node *rest)
{
    if (!list)
        return rest;
    struct node *next = list->next;
    list->next = rest;
    return reverse(next, list);
}
APART static int on_stack(int depth, struct node *below)
{
    struct node here = {depth, below};
    if (depth == 0) {
        int sum = 0;
        for (struct node *n = &here; n; n = n->next)
            sum = sum * 3 + n->value;
        return sum;
    }
    return on_stack(depth - 1, &here);
}

FEATURE(linked_list)
{
    struct node *list = NULL;
    for (int i = 0; i < 8; i++)
        list = push(list, i * i);
    list = reverse(list, NULL);
    int sum = on_stack(7, NULL);
    while (list) {
        struct node *next = list->next;
        sum = sum * 5 + list->value;
        heap_free(list);
        list = next;
    }
    return sum;
}
