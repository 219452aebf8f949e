#include "server/cache/archive.h"
#include "server/cache/result.h"
#include "server/cache/store.h"
#include "tests/fuzz/targets.h"
#include "tests/support/scratch.h"

#include <set>

namespace fuzz {
namespace {

constexpr std::string_view magic = "graphmend facts 1\n";

std::string sealed(std::string_view body) {
    cache::Saver seal;
    files::Hash hash = files::hash_of(body);
    seal(hash);
    return std::string(magic) + std::move(seal.bytes()) + std::string(body);
}

cache::Store loaded(std::string_view bytes) { return cache::load(tests::Scratch(bytes).path()); }

// What is kept is the same after it was read and written again.
std::string results(std::string_view bytes) {
    std::set<std::string, std::less<>> texts;
    const cache::Keep keep = [&](std::string_view text) -> std::string_view { return *texts.emplace(text).first; };
    const cache::SourceOf source_of = [](const std::string& path, files::Hash) {
        return std::make_shared<const text::Source>(path, "x = 1\n");
    };
    const auto result = cache::decode(bytes, source_of, keep);
    if (!result) return "";
    const std::string again = cache::encode(*result);
    const auto twice = cache::decode(again, source_of, keep);
    return twice && cache::encode(*twice) == again ? "" : "a result is another one when it is read again";
}

}  // namespace

std::string cache(std::string_view bytes) {
    static_cast<void>(loaded(bytes));
    cache::Store store = loaded(sealed(bytes));
    for (const auto& [path, entry] : store.entries)
        if (std::string wrong = results(entry.result); !wrong.empty()) return wrong;
    store.compact();
    for (const auto& [path, entry] : store.entries)
        for (const std::uint32_t fact : entry.facts)
            if (fact >= store.facts.size()) return "an entry rests on a fact that is not there";
    return results(bytes);
}

}  // namespace fuzz
