// The wheel's program. The tool is in libsegue.so, beside the C library, so that the wheel contains their common code once.
int segue_cli_main(int count, char **words);

int main(int count, char **words) { return segue_cli_main(count, words); }
