#include "server/commands/claimed.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace commands {

namespace {

using analysis::Outline;
using values::Claim;

constexpr std::size_t max_claims = 256;  // of a project: each is held against all of its classes

// The classes that derive from one, by name: where two share it, more is looked at than has to be.
std::set<std::string_view> derived_from(std::string_view base, std::span<const output::Result> results) {
    std::set<std::string_view> derived{base};
    for (std::size_t before = 0; before != derived.size();) {
        before = derived.size();
        for (const output::Result& result : results)
            for (const Outline& outline : result.outlines)
                if (std::ranges::any_of(outline.bases, [&](const std::string& each) { return derived.contains(each); }))
                    derived.insert(outline.name);
    }
    return derived;
}

// "src/policy.py:Outer.Policy" -> "Policy"
std::string_view name_in(std::string_view id) { return id.substr(id.find_last_of(":.") + 1); }

class Fits {
  public:
    Fits(const Claim& claim, std::span<const output::Result> results) : claim_(claim) {
        if (!claim.base.empty()) derived_ = derived_from(name_in(claim.base), results);
    }
    bool operator()(const Outline& outline) const {
        if (!claim_.base.empty() && !derived_.contains(outline.name)) return false;
        if (claim_.path.empty()) return outline.may_have("forward") || outline.may_have("__call__");
        return outline.may_have(claim_.path.front());
    }

  private:
    const Claim& claim_;
    std::set<std::string_view> derived_;
};

// In an order that depends on no thread; those of which nothing at all is known say nothing about others.
std::vector<Claim> all_claims(std::span<const output::Result> results) {
    std::vector<Claim> claims;
    for (const output::Result& result : results)
        for (const Claim& claim : result.claims)
            if (!claim.base.empty() || !claim.path.empty()) claims.push_back(claim);
    std::ranges::sort(claims);
    claims.erase(std::ranges::unique(claims).begin(), claims.end());
    if (claims.size() > max_claims) claims.resize(max_claims);
    return claims;
}

}  // namespace

Claimed claimed_by_others(std::span<const output::Result> results) {
    Claimed claimed;
    for (const Claim& claim : all_claims(results)) {
        const Fits fits(claim, results);
        for (const output::Result& result : results)
            if (!result.failure && result.path != claim.file && std::ranges::any_of(result.outlines, fits))
                claimed[result.path].push_back(claim);
    }
    return claimed;
}

}  // namespace commands
