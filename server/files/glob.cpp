#include "server/files/glob.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace files {

namespace {

using Set = std::bitset<256>;

std::size_t index_of(char c) { return static_cast<unsigned char>(c); }

Set only(char c) { return Set{}.set(index_of(c)); }

// "[:alpha:]" and friends, of ASCII alone as in git.
std::optional<Set> named_class(std::string_view name) {
    struct Class {
        std::string_view name;
        int (*contains)(int);
    };
    // No constants on Windows, where the C library is loaded.
    static const Class classes[] = {
        {"alnum", std::isalnum}, {"alpha", std::isalpha}, {"blank", std::isblank}, {"cntrl", std::iscntrl},
        {"digit", std::isdigit}, {"graph", std::isgraph}, {"lower", std::islower}, {"print", std::isprint},
        {"punct", std::ispunct}, {"space", std::isspace}, {"upper", std::isupper}, {"xdigit", std::isxdigit},
    };
    for (const Class& known : classes) {
        if (known.name != name) continue;
        Set set;
        for (int c = 0; c < 128; ++c) set.set(static_cast<std::size_t>(c), known.contains(c) != 0);
        return set;
    }
    return std::nullopt;
}

}  // namespace

Glob::Glob(std::string_view pattern) {
    parse(pattern);
    if (malformed_) tokens_.clear();
}

// A pattern that ends in the middle of an escape or of a class is malformed.
void Glob::parse(std::string_view pattern) {
    std::size_t at = 0;
    while (at < pattern.size() && !malformed_) {
        const char c = pattern[at];
        if (c == '[') {
            at = parse_class(pattern, at + 1);
        } else if (c == '*') {
            at = parse_stars(pattern, at);
        } else if (c == '?') {
            tokens_.push_back({.set = ~only('/')});
            ++at;
        } else if (c == '\\' && ++at == pattern.size()) {
            malformed_ = true;
        } else {
            tokens_.push_back({.set = only(pattern[at++])});
        }
    }
}

// Returns the place behind them.
std::size_t Glob::parse_stars(std::string_view pattern, std::size_t begin) {
    const std::size_t end = std::min(pattern.find_first_not_of('*', begin), pattern.size());
    const std::string_view rest = pattern.substr(end);
    const bool whole_name =
        (begin == 0 || pattern[begin - 1] == '/') && (rest.empty() || rest.starts_with('/') || rest.starts_with("\\/"));
    if (end - begin == 1 || !whole_name)
        tokens_.push_back({.kind = Kind::star, .set = {}});
    else
        tokens_.push_back({.kind = rest.starts_with('/') ? Kind::globstar_slash : Kind::globstar, .set = {}});
    return end;
}

// `at` is behind the `[`; returns the place behind the `]`. A `]` in the first place stands for itself.
std::size_t Glob::parse_class(std::string_view pattern, std::size_t at) {
    constexpr std::size_t nothing = 256;
    const auto more = [&](std::size_t place) { return place < pattern.size(); };
    const bool negated = more(at) && (pattern[at] == '!' || pattern[at] == '^');
    if (negated) ++at;
    Set set;
    std::size_t previous = nothing;  // what a `-` would make a range from
    for (bool first = true; more(at) && (first || pattern[at] != ']'); first = false, ++at) {
        const bool is_range = pattern[at] == '-' && previous != nothing && more(at + 1) && pattern[at + 1] != ']';
        if (is_range) {
            ++at;
        } else if (const std::size_t close = parse_name(pattern, at, set); close != at) {
            previous = nothing;
            at = close;
            continue;
        }
        if (pattern[at] == '\\') ++at;
        if (!more(at)) break;
        const std::size_t last = index_of(pattern[at]);
        for (std::size_t c = is_range ? previous : last; c <= last; ++c) set.set(c);
        previous = is_range ? nothing : last;
    }
    if (!more(at)) malformed_ = true;
    tokens_.push_back({.set = (negated ? ~set : set) & ~only('/')});
    return at + 1;
}

// The place of the `]` of "[:alpha:]"; that of the `[` if it begins no such name.
std::size_t Glob::parse_name(std::string_view pattern, std::size_t at, Set& set) {
    if (!pattern.substr(at).starts_with("[:")) return at;
    const std::size_t close = pattern.find(']', at + 2);
    if (close == std::string_view::npos) return pattern.size();
    if (close == at + 2 || pattern[close - 1] != ':') return at;
    const auto named = named_class(pattern.substr(at + 2, close - at - 3));
    malformed_ = malformed_ || !named;
    set |= named.value_or(Set{});
    return close;
}

// Runs all ways to match at once: a state i is live when the first i tokens match the text read so far.
bool Glob::matches(std::string_view text) const {
    if (malformed_) return false;
    enum State : char { dead, inside, entered };  // inside: of a star that has taken something
    const std::size_t count = tokens_.size();
    std::vector<State> live(count + 1, dead), next(count + 1, dead);
    const auto enter = [&](std::vector<State>& states, std::size_t i) {
        while (std::exchange(states[i], entered) != entered && i < count && tokens_[i].kind != Kind::set) {
            if (tokens_[i].kind == Kind::globstar_slash) states[++i] = entered;  // `**/` also stands for nothing
            ++i;
        }
    };
    enter(live, 0);
    for (const char c : text) {
        next.assign(count + 1, dead);
        for (std::size_t i = 0; i < count; ++i) {
            if (live[i] == dead) continue;
            const Token& token = tokens_[i];
            if (token.kind == Kind::set) {
                if (token.set[index_of(c)]) enter(next, i + 1);
            } else if (token.kind != Kind::star || c != '/') {
                next[i] = std::max(next[i], inside);
                enter(next, i + 1);
            }
        }
        live.swap(next);
    }
    return live[count] != dead;
}

}  // namespace files
