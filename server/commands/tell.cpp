#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/line/complete.h"
#include "server/commands/line/man.h"

// What tells of the command line itself.

namespace commands {

int run(const Completions& arguments) { return print(completion_script(arguments.shell)) ? 0 : 2; }

int run(const Complete& arguments) {
    const Line line;
    return print(completions(line, arguments.words)) ? 0 : 2;
}

int run(const Man&) {
    const Line line;
    return print(man_page(line.app, GRAPHMEND_VERSION)) ? 0 : 2;
}

}  // namespace commands
