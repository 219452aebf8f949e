// When the stamp of a file tells its texts apart. The command line's own tests change files; nobody can set the clock
// of a file system there.
#include "server/files/hash.h"

#include <doctest/doctest.h>

namespace {

constexpr std::int64_t second = 1'000'000'000, noon = 1'800'000'000 * second;

files::Stamp stamped(std::int64_t modified, std::int64_t changed) {
    return {.device = 1, .inode = 2, .size = 3, .modified = modified, .changed = changed};
}

bool is_fresh_at(std::int64_t then, std::int64_t modified, std::int64_t changed) {
    return files::is_fresh(stamped(modified, changed), then);
}

}  // namespace

TEST_CASE("a stamp settles when the next one of any file system is another") {
    CHECK(is_fresh_at(noon, noon, noon));
    CHECK(is_fresh_at(noon + second / 100, noon, noon));               // the kernel's clock has not ticked
    CHECK(is_fresh_at(noon + 2 * second - 1, noon, noon));             // FAT has not
    CHECK(is_fresh_at(noon + 2 * second + second / 100, noon, noon));  // and the kernel's had not, when FAT asked it
    CHECK_FALSE(is_fresh_at(noon + 3 * second, noon, noon));
}

TEST_CASE("a time of modification that was set back hides no change") {
    CHECK(is_fresh_at(noon, 0, noon));
    CHECK(is_fresh_at(noon, noon - 86400 * second, noon));
    CHECK_FALSE(is_fresh_at(noon + 3 * second, noon - 86400 * second, noon));
}

TEST_CASE("a file system that has no time of change is judged by the other") {
    CHECK(is_fresh_at(noon, noon, 0));
    CHECK_FALSE(is_fresh_at(noon + 3 * second, noon, 0));
}

TEST_CASE("a stamp from the future never settles before it is past") {
    for (const std::int64_t ahead : {second, 3600 * second, 365 * 86400 * second}) {
        CHECK(is_fresh_at(noon, noon, noon + ahead));  // the clock was set back, or is a server's
        CHECK(is_fresh_at(noon, noon + ahead, noon));
        CHECK_FALSE(is_fresh_at(noon + ahead + 3 * second, noon + ahead, noon + ahead));
    }
}

TEST_CASE("stamps differ when any part does") {
    const files::Stamp stamp = stamped(noon, noon);
    files::Stamp other = stamp;
    CHECK(other == stamp);
    other.inode += 1;
    CHECK(other != stamp);
    CHECK(stamped(noon, noon + 1) != stamp);
    CHECK(stamped(noon + 1, noon) != stamp);
}
