extern int small_number, constructed, common_variable;
extern const int far_table[3][3];
int add(int a, int b);
int subtract(int a, int b);
int multiply(int a, int b);
int count_on(int n);
int *last_of(int *array);
int replaced(void);
void print(const char *text, int number);
