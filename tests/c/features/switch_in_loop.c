/* A switch in a loop, with sparse cases, falling through and leaving early. */
#include "features.h"

APART static int scan(const char *text, int *depth)
{
    int score = 0;
    for (; *text; text++) {
        switch (*text) {
        case '(': ++*depth; /* fall through */
        case '[': score += 2; break;
        case ')': --*depth; /* fall through */
        case ']': score -= 1; continue;
        case '0' ... '9': score += *text - '0'; break;
        case '.': return score;
        default:
            if (*text & 1)
                continue;
            score *= 2;
        }
        score++;
    }
    return -score;
}

FEATURE(switch_in_loop)
{
    int depth = 0;
    int sum = scan("(a[1]b(c2d)e)3.x", &depth) * 100 + scan("((z))", &depth);
    return sum * 10 + depth;
}
