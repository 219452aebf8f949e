#include "server/os/os.h"

#include "server/os/windows/windows.h"

#include <fcntl.h>
#include <io.h>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace os {
namespace {

bool has_drive(std::string_view path) {
    return path.size() > 1 && path[1] == ':' && ((path[0] | 0x20) >= 'a' && (path[0] | 0x20) <= 'z');
}

std::string with_capital_drive(std::string path) {
    if (has_drive(path)) path[0] = static_cast<char>(path[0] & ~0x20);
    return path;
}

// The console is the one of whoever started this program, and goes on without it.
class Console {
  public:
    Console() {
        ::SetConsoleOutputCP(CP_UTF8);
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            HANDLE handle = ::GetStdHandle(outputs[i]);
            if (::GetConsoleMode(handle, &modes_[i]))
                ::SetConsoleMode(handle, modes_[i] | ENABLE_VIRTUAL_TERMINAL_PROCESSING);  // colours
            else
                modes_[i] = 0;
        }
    }
    ~Console() {
        ::SetConsoleOutputCP(code_page_);
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (modes_[i] != 0) ::SetConsoleMode(::GetStdHandle(outputs[i]), modes_[i]);
    }
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

  private:
    static constexpr std::array<DWORD, 2> outputs{STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    UINT code_page_ = ::GetConsoleOutputCP();
    std::array<DWORD, outputs.size()> modes_{};
};

}  // namespace

bool failed() {
    const std::error_code error(static_cast<int>(::GetLastError()), std::system_category());
    const std::error_condition condition = error.default_error_condition();
    errno = condition.category() == std::generic_category() ? condition.value() : EIO;
    return false;
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets any
    return value != nullptr ? value : "";
}

void begin() {
    for (const int descriptor : {0, 1, 2}) ::_setmode(descriptor, _O_BINARY);  // no "\r\n" for "\n"
    static const Console console;
}

void ignore_broken_pipes() {}  // there are no signals of them

bool is_terminal(int descriptor) {
    DWORD mode = 0;  // isatty() takes NUL for one
    return ::GetConsoleMode(reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)), &mode) != 0;
}

std::filesystem::path program() {
    std::vector<wchar_t> name(32768);  // no path is longer
    const DWORD size = ::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
    std::error_code error;
    return std::filesystem::canonical(std::wstring(name.data(), size), error);
}

std::string program_file() { return spelled(program()); }

std::string file_of(std::string program) {
    return program.ends_with(".exe") || program.ends_with(".EXE") ? program : program + ".exe";
}

std::string spelled(const std::filesystem::path& path) { return with_capital_drive(path.generic_string()); }

std::string path_of_uri(std::string path) {
    if (has_drive(std::string_view(path).substr(1))) path.erase(0, 1);
    return with_capital_drive(std::move(path));
}

std::string path_in_uri(std::string_view path) { return (has_drive(path) ? "/" : "") + std::string(path); }

std::string words_of(const std::error_code& error) { return error.default_error_condition().message(); }

char between_folders() { return ';'; }
std::string user_caches() { return spelled(variable("LOCALAPPDATA")); }
std::string_view told_user_caches() { return "%LOCALAPPDATA%"; }

// Conda has it in the environment itself.
std::filesystem::path python_of(const std::filesystem::path& environment) {
    std::error_code error;
    const std::filesystem::path own = environment / "python.exe";
    return std::filesystem::exists(own, error) ? own : environment / "Scripts" / "python.exe";
}

std::filesystem::path environment_of(const std::filesystem::path& python) {
    const std::filesystem::path folder = python.parent_path();
    return folder.filename() == "Scripts" ? folder.parent_path() : folder;
}

}  // namespace os
