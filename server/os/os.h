// What each system has under a name of its own: this program, paths, and where others keep things. posix/ and windows/
// are the two halves, of which CMakeLists.txt takes one; files.h, processes.h and stream.h have more of them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace os {

void begin();                // first of all in main: standard streams carry bytes as they are, in UTF-8
void ignore_broken_pipes();  // a reader that is gone is an error of a write, not the end of the process
[[nodiscard]] bool is_terminal(int descriptor);

[[nodiscard]] std::filesystem::path program();  // of this process, without links; empty if the system does not tell
[[nodiscard]] std::string program_file();       // leads to it as well; on Linux also once another has taken its place
[[nodiscard]] std::string file_of(std::string program);  // "git" -> "git.exe" on Windows

// How all of the server spells a path: with '/' between names, and the letter of a drive as a capital one.
[[nodiscard]] std::string spelled(const std::filesystem::path& path);
// The path of a `file:` URI is "/c:/a.py" where that of the file is "C:/a.py"; elsewhere they are one.
[[nodiscard]] std::string path_of_uri(std::string path);
[[nodiscard]] std::string path_in_uri(std::string_view path);

[[nodiscard]] std::string words_of(const std::error_code& error);  // "No such file or directory", on all systems

[[nodiscard]] char between_folders();     // of a list of them in a variable, as PATH is
[[nodiscard]] std::string user_caches();  // the user's folder for what can be made again; empty: there is none
[[nodiscard]] std::string_view told_user_caches();  // how the help calls it: "~/.cache"

// The interpreter of an environment of Python, and the way back. Only the names tell: neither need be there.
[[nodiscard]] std::filesystem::path python_of(const std::filesystem::path& environment);
[[nodiscard]] std::filesystem::path environment_of(const std::filesystem::path& python);

}  // namespace os
