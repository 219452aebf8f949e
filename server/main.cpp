#include "server/commands/arguments.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/os/os.h"

#include <exception>
#include <string>
#include <variant>
#include <vector>

int main(int argc, char** argv) try {
    os::begin();
    const auto parsed = commands::parse({argv + 1, argv + argc});
    if (const auto* exit = std::get_if<commands::Exit>(&parsed)) {
        commands::complain(exit->err);
        return commands::print(exit->out) ? exit->status : 2;
    }
    return std::visit([](const auto& command) { return commands::run(command); }, std::get<commands::Command>(parsed));
} catch (const std::exception& error) {
    commands::complain("graphmend: " + std::string(error.what()) + "\n");
    return 2;
}
