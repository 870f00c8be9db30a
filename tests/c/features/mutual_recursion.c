/* A parser: expression, term and factor call each other. */
#include "features.h"

static int expression(const char **text);

APART static int factor(const char **text)
{
    int value = 0;
    if (**text == '(') {
        ++*text;
        value = expression(text);
        ++*text;
        return value;
    }
    if (**text == '-') {
        ++*text;
        return -factor(text);
    }
    while (**text >= '0' && **text <= '9')
        value = value * 10 + *(*text)++ - '0';
    return value;
}
APART static int term(const char **text)
{
    int value = factor(text);
    while (**text == '*' || **text == '/') {
        char sign = *(*text)++;
        int right = factor(text);
        value = sign == '*' ? value * right : value / right;
    }
    return value;
}
APART static int expression(const char **text)
{
    int value = term(text);
    while (**text == '+' || **text == '-') {
        char sign = *(*text)++;
        int right = term(text);
        value = sign == '+' ? value + right : value - right;
    }
    return value;
}

FEATURE(mutual_recursion)
{
    const char *text = "2*(3+4*(5-1))-100/(7+-2)+((12))*3";
    return expression(&text);
}
