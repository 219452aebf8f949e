// What is kept from run to run, and the file that it lies in. Private to this folder.
#pragma once

#include "server/cache/fact.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace cache {

// The result for one file, and the facts that it rests on, by their index in the Store.
struct Entry {
    files::Hash hash;                // of the file itself
    std::vector<std::string> asked;  // by other files, see Cache::find
    std::vector<std::uint32_t> facts;
    std::string result;  // see result.h
};

template <class Archive>
void fields(Archive& archive, Entry& entry) {
    archive(entry.hash, entry.asked, entry.facts, entry.result);
}

struct Store {
    std::vector<Fact> facts;
    std::unordered_map<std::string, Entry> entries;  // by path as it is shown, and a zero if other files say something
    std::unordered_map<std::string, Seen> seen;      // by path

    // Without the facts that no entry rests on.
    void compact();
};

// An empty Store if the file is not there, is damaged, or is not one of ours.
[[nodiscard]] Store load(const std::string& path);
// In one step, so that nobody ever sees half of it. False if there is no room, or nobody may write there.
bool save(const std::string& path, Store& store);

}  // namespace cache
