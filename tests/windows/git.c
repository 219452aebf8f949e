/* Stands for git, which is not there for Windows: answers what check --diff-base asks, of a repository whose revision has
   one file, old.py, as it is in FAKE_BASE. */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is(const char* word, const char* other) { return strcmp(word, other) == 0; }

/* checkout-index -z --stdin --prefix=FOLDER/ */
static int check_out(const char* prefix) {
    char name[4096], asked[64] = "";
    fread(asked, 1, sizeof asked - 1, stdin);
    snprintf(name, sizeof name, "%sold.py", prefix + strlen("--prefix="));
    FILE* from = fopen(getenv("FAKE_BASE"), "rb");
    FILE* to = fopen(name, "wb");
    if (!is(asked, "old.py") || !from || !to) return 1;
    for (int c; (c = getc(from)) != EOF;) putc(c, to);
    return fclose(to);
}

int main(int count, char** words) {
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    const char* index = getenv("GIT_INDEX_FILE");
    if (count < 5 || !is(words[1], "-C")) return 2;
    const char* asked = words[3];
    if (is(asked, "rev-parse") && is(words[4], "--show-toplevel")) return puts(getenv("FAKE_TOP")) < 0;
    if (is(asked, "rev-parse")) return !is(words[count - 1], "a \"b\\^{commit}");
    if (is(asked, "read-tree")) return index == NULL;
    if (is(asked, "ls-files")) return index == NULL || fwrite("old.py", 1, 7, stdout) != 7;
    if (is(asked, "checkout-index")) return index == NULL || check_out(words[count - 1]);
    return index != NULL || !is(asked, "diff");
}
