#include "io.h"
struct node { int value; struct node *next; };
static struct node nodes[10];
static struct node *reverse(struct node *head) {
    struct node *done = 0;
    while (head) { struct node *next = head->next; head->next = done; done = head; head = next; }
    return done;
}
static struct node *merge(struct node *a, struct node *b) {
    struct node first = { 0, 0 }, *last = &first;
    while (a && b) {
        struct node **least = a->value <= b->value ? &a : &b;
        last->next = *least; last = *least; *least = (*least)->next;
    }
    last->next = a ? a : b;
    return first.next;
}
int main(void) {
    for (int i = 0; i < 10; i++) nodes[i] = (struct node){ i * (i % 2 ? 3 : 2), i + 2 < 10 ? &nodes[i + 2] : 0 };
    struct node *all = reverse(merge(&nodes[0], &nodes[1]));
    int sum = 0;
    for (; all; all = all->next) { put_int(all->value); put(" "); sum += all->value; }
    put("\n");
    return sum;
}
