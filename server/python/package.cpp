#include "server/python/package.h"

#include "server/os/os.h"

#include <system_error>

namespace python {

namespace fs = std::filesystem;

std::optional<fs::path> package_folder() {
    constexpr int levels_of_a_build = 3;  // REPOSITORY/build/release/graphmend
    std::error_code error;
    fs::path folder = os::program().parent_path();
    const auto holds_package = [&](const fs::path& place) {
        return fs::is_regular_file(place / "graphmend" / "__init__.py", error);
    };
    if (const fs::path place = folder.parent_path() / "share" / "graphmend" / "runner"; holds_package(place))
        return place;
    for (int level = 0; level <= levels_of_a_build; ++level, folder = folder.parent_path())
        if (holds_package(folder / "runner")) return folder / "runner";
    return std::nullopt;
}

}  // namespace python
