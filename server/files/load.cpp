#include "server/files/load.h"

#include "server/files/read.h"

#include <utility>

namespace files {

std::variant<Loaded, Failure> decode(const std::string& path, std::string bytes) {
    if (bytes.size() > text::Source::max_size)
        return Failure{.path = path, .reason = "is larger than this program reads"};
    auto decoded = text::decode(path, bytes);
    if (auto* error = std::get_if<text::DecodeError>(&decoded))
        return Failure{.path = path, .reason = std::move(error->reason)};
    return Loaded{.bytes = std::move(bytes),
                  .source = std::get<std::shared_ptr<const text::Source>>(std::move(decoded))};
}

std::variant<Loaded, Failure> load(const std::string& path) {
    if (path.ends_with(".ipynb")) return Failure{.path = path, .reason = "is a notebook, not a Python file"};
    const std::optional<Stamp> stamp = stamp_of(path);
    auto bytes = read(path);
    if (auto* error = std::get_if<IoError>(&bytes)) return Failure{.path = path, .reason = std::move(error->reason)};
    auto loaded = decode(path, std::get<std::string>(std::move(bytes)));
    if (auto* file = std::get_if<Loaded>(&loaded)) file->stamp = stamp;
    return loaded;
}

}  // namespace files
