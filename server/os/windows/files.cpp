#include "server/os/files.h"

#include "server/os/windows/windows.h"

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <random>
#include <string_view>

namespace os {
namespace {

constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

std::uint64_t joined(DWORD high, DWORD low) { return (std::uint64_t{high} << 32U) | low; }

// Windows counts steps of 100 ns from the year 1601.
std::int64_t nanoseconds(std::int64_t time) { return (time - 116'444'736'000'000'000) * 100; }

// Reads and writes count by 32 bits.
unsigned some(std::size_t size) { return static_cast<unsigned>(std::min(size, std::size_t{1} << 30U)); }

// `make` is tried with other letters in place of the last XXXXXX for as long as something has that name.
template <class Make>
int make_new(std::string& name, Make make) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    const std::size_t begin = name.rfind("XXXXXX");
    std::random_device random;
    for (;;) {
        for (std::size_t i = begin; i < begin + 6; ++i) name[i] = letters[random() % letters.size()];
        const int made = make(name.c_str());
        if (made >= 0 || errno != EEXIST) return made;
    }
}

}  // namespace

std::optional<Status> status_of(const std::string& path) {
    const Handle file = owned(::CreateFileA(path.c_str(), FILE_READ_ATTRIBUTES, shared, nullptr, OPEN_EXISTING,
                                            FILE_FLAG_BACKUP_SEMANTICS, nullptr));  // which opens folders, too
    BY_HANDLE_FILE_INFORMATION known{};
    FILE_BASIC_INFO times{};
    if (!file || !::GetFileInformationByHandle(file.get(), &known) ||
        !::GetFileInformationByHandleEx(file.get(), FileBasicInfo, &times, sizeof times))
        return std::nullopt;
    const bool is_folder = (known.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    return Status{.is_file = !is_folder && ::GetFileType(file.get()) == FILE_TYPE_DISK,
                  .is_folder = is_folder,
                  .device = known.dwVolumeSerialNumber,
                  .inode = joined(known.nFileIndexHigh, known.nFileIndexLow),
                  .size = joined(known.nFileSizeHigh, known.nFileSizeLow),
                  .modified = nanoseconds(times.LastWriteTime.QuadPart),
                  .changed = nanoseconds(times.ChangeTime.QuadPart)};
}

int open(const std::string& path) { return ::_open(path.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT); }

int open_new(std::string& name) {
    return make_new(name, [](const char* path) {
        return ::_open(path, _O_RDWR | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    });
}

// Temporary folders are in a folder of the user, which others cannot enter.
bool make_folder_new(std::string& name) { return make_new(name, ::_mkdir) == 0; }

ssize_t read(int descriptor, char* bytes, std::size_t size) { return ::_read(descriptor, bytes, some(size)); }
ssize_t write(int descriptor, const char* bytes, std::size_t size) { return ::_write(descriptor, bytes, some(size)); }

bool may_write(const std::string& path) {
    constexpr int to_write = 2;
    return ::_access(path.c_str(), to_write) == 0;
}

bool pass_on(const std::string&, int new_file) { return ::_commit(new_file) == 0; }  // move() does the rest

// What is there gives its rights to the new file. A file that another program has open for itself stays as it is.
bool move(const std::string& from, const std::string& to) {
    constexpr DWORD in_any_case = REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS;
    return ::ReplaceFileA(to.c_str(), from.c_str(), nullptr, in_any_case, nullptr, nullptr) != 0 ||
           ::MoveFileExA(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING) != 0 || failed();
}

}  // namespace os
