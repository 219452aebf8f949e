#include "server/commands/write_back.h"

#include "server/files/read.h"

#include <utility>

namespace commands {

std::variant<std::string, files::Failure> spelled(const files::Loaded& loaded, const text::Source& changed) {
    const text::Source& source = *loaded.source;
    const auto old_bytes = text::encode(source.text(), source.encoding());
    auto new_bytes = text::encode(changed.text(), source.encoding());
    if (auto* error = std::get_if<text::DecodeError>(&new_bytes))
        return files::Failure{.path = source.path(), .reason = std::move(error->reason)};
    if (!std::holds_alternative<std::string>(old_bytes) || std::get<std::string>(old_bytes) != loaded.bytes)
        return files::Failure{.path = source.path(),
                              .reason = "cannot be written without changes outside of what was meant"};
    return std::get<std::string>(std::move(new_bytes));
}

std::optional<files::Failure> write_back(const std::string& path, const std::string& bytes) {
    if (auto error = files::replace(path, bytes))
        return files::Failure{.path = path, .reason = "cannot be written: " + error->reason};
    return std::nullopt;
}

}  // namespace commands
