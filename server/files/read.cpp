#include "server/files/read.h"

#include "server/os/files.h"
#include "server/os/os.h"

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace files {

namespace {

constexpr int standard_input = 0;

IoError last_error() { return {std::generic_category().message(errno)}; }

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    // Some file systems tell only here that the bytes did not arrive.
    [[nodiscard]] bool close() { return ::close(std::exchange(number_, -1)) == 0; }

  private:
    int number_;
};

// `expected` is the size of a regular file; 0 when it is not known.
std::variant<std::string, IoError> read_all(int number, std::size_t expected) {
    std::string bytes(expected + 1, '\0');  // one more than expected shows the end of the file without another buffer
    std::size_t used = 0;
    while (true) {
        if (used == bytes.size()) bytes.resize(bytes.size() * 2 + 65536);
        const ssize_t count = os::read(number, bytes.data() + used, bytes.size() - used);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return last_error();
        if (count == 0) break;
        used += static_cast<std::size_t>(count);
    }
    bytes.resize(used);
    return bytes;
}

bool write_all(int number, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = os::write(number, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

// `prepare` is called with the new file before it takes the place of the old one, and says whether it may.
template <class Prepare>
std::optional<IoError> write_then_rename(const std::string& path, std::string_view bytes, Prepare prepare) {
    std::string temporary = path + ".XXXXXX";
    Descriptor file(os::open_new(temporary));
    if (!file.is_open()) return last_error();
    if (write_all(file.number(), bytes) && prepare(file) && file.close() && os::move(temporary, path))
        return std::nullopt;
    const IoError reason = last_error();
    ::unlink(temporary.c_str());
    return reason;
}

}  // namespace

std::variant<std::string, IoError> read(const std::string& path) {
    const Descriptor file(os::open(path));
    struct stat status {};
    if (!file.is_open() || ::fstat(file.number(), &status) != 0) return last_error();
    return read_all(file.number(), S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0);
}

std::variant<std::string, IoError> read_standard_input() { return read_all(standard_input, 0); }

std::optional<IoError> replace(const std::string& path, std::string_view bytes) {
    std::error_code error;
    const std::string target = os::spelled(std::filesystem::canonical(path, error));
    if (error) return IoError{os::words_of(error)};
    if (!os::may_write(target)) return last_error();
    return write_then_rename(target, bytes, [&](const Descriptor& file) { return os::pass_on(target, file.number()); });
}

std::optional<IoError> write(const std::string& path, std::string_view bytes) {
    return write_then_rename(path, bytes, [](const Descriptor&) { return true; });
}

std::string text_of(const std::filesystem::path& path) {
    auto text = read(os::spelled(path));
    return std::holds_alternative<std::string>(text) ? std::get<std::string>(std::move(text)) : "";
}

std::vector<std::filesystem::path> sorted_entries(const std::filesystem::path& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> entries;
    for (auto entry = std::filesystem::directory_iterator(folder, error);
         !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
        entries.push_back(entry->path());
    std::ranges::sort(entries);
    return entries;
}

}  // namespace files
