// Values as bytes, and back. Each type says once, in `fields`, what it is made of; saving and loading both go by it.
// Private to this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cache {

// `Self` derives from it, and may know more types.
template <class Self>
class Saves {
  public:
    // One after the other.
    template <class First, class... Rest>
    requires(sizeof...(Rest) > 0) void operator()(const First& first, const Rest&... rest) {
        self()(first);
        (self()(rest), ...);
    }
    template <class T>
    void operator()(const T& value) {
        if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
            number(static_cast<std::uint64_t>(value));
        else if constexpr (std::is_convertible_v<T, std::string_view>)
            text(value);
        else
            fields(self(), const_cast<T&>(value));  // which saving does not change
    }
    template <class T>
    void operator()(const std::vector<T>& values) {
        number(values.size());
        for (const T& value : values) self()(value);
    }
    template <class T>
    void operator()(const std::optional<T>& value) {
        number(value.has_value());
        if (value) self()(*value);
    }
    template <class T>
    void operator()(const std::unordered_map<std::string, T>& map) {
        number(map.size());
        for (const auto& [key, value] : map) {
            text(key);
            self()(value);
        }
    }
    [[nodiscard]] std::string& bytes() { return bytes_; }

  private:
    Self& self() { return static_cast<Self&>(*this); }
    void number(std::uint64_t value) {
        for (; value >= 0x80U; value >>= 7U) bytes_ += static_cast<char>(value | 0x80U);
        bytes_ += static_cast<char>(value);
    }
    void text(std::string_view value) {
        number(value.size());
        bytes_ += value;
    }

    std::string bytes_;
};

class Saver : public Saves<Saver> {};

// Likewise. Bytes that end too early make everything behind it zero and `ok()` false.
template <class Self>
class Loads {
  public:
    explicit Loads(std::string_view bytes) : bytes_(bytes) {}

    template <class First, class... Rest>
    requires(sizeof...(Rest) > 0) void operator()(First& first, Rest&... rest) {
        self()(first);
        (self()(rest), ...);
    }
    template <class T>
    void operator()(T& value) {
        if constexpr (std::is_same_v<T, bool>)
            value = number() != 0;
        else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
            value = static_cast<T>(number());
        else if constexpr (std::is_same_v<T, std::string>)
            value = text();
        else if constexpr (std::is_same_v<T, std::string_view>)
            value = self().kept(text());
        else
            fields(self(), value);
    }
    template <class T>
    void operator()(std::vector<T>& values) {
        values.clear();
        values.resize(up_to(bytes_.size()));  // each takes a byte, at least
        for (T& value : values) self()(value);
    }
    template <class T>
    void operator()(std::optional<T>& value) {
        value.reset();
        if (number() != 0) self()(value.emplace());
    }
    template <class T>
    void operator()(std::unordered_map<std::string, T>& map) {
        map.clear();
        const std::size_t count = up_to(bytes_.size());
        map.reserve(count);
        for (std::size_t i = 0; i < count && ok_; ++i) {
            std::string key(text());
            self()(map[std::move(key)]);
        }
    }
    [[nodiscard]] std::size_t up_to(std::size_t last) {
        const std::uint64_t value = number();
        return value <= last ? static_cast<std::size_t>(value) : static_cast<std::size_t>(fail());
    }
    std::uint64_t fail() {
        ok_ = false;
        bytes_ = {};
        return 0;
    }
    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] bool at_end() const { return ok_ && bytes_.empty(); }
    [[nodiscard]] std::string_view rest() const { return bytes_; }

  private:
    Self& self() { return static_cast<Self&>(*this); }

    [[nodiscard]] std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes_.front());
            bytes_.remove_prefix(1);
            value |= std::uint64_t{byte & 0x7fU} << shift;
            if (byte < 0x80U) return value;
        }
        return fail();
    }
    [[nodiscard]] std::string_view text() {
        const std::string_view value = bytes_.substr(0, up_to(bytes_.size()));
        bytes_.remove_prefix(value.size());
        return value;
    }

    std::string_view bytes_;
    bool ok_ = true;
};

class Loader : public Loads<Loader> {
  public:
    using Loads::Loads;
};

}  // namespace cache
