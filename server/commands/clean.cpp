#include "server/cache/cache.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/output/width.h"

#include <string>

namespace commands {

int run(const Clean& arguments) {
    const std::string folder = arguments.folder.empty() ? cache::default_folder() : arguments.folder;
    const std::uint64_t bytes = cache::clean(folder);
    const std::string what =
        bytes ? "deleted " + std::to_string((bytes + 1023) / 1024) + " KiB in " : "nothing kept in ";
    return print(what + output::printable(folder) + "\n") ? 0 : 2;
}

}  // namespace commands
