// The Python files of a git repository as they were at a revision, in a folder that lives as long as the Checkout. Git
// is asked for them; the working tree and the index stay as they are. Used by check.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>

namespace files {

class Checkout {
  public:
    // Of the repository around `inside`; else why there is none, as a sentence.
    [[nodiscard]] static std::variant<std::unique_ptr<Checkout>, std::string> make(const std::string& inside,
                                                                                   const std::string& revision);
    Checkout(const Checkout&) = delete;
    Checkout& operator=(const Checkout&) = delete;
    ~Checkout();

    [[nodiscard]] const std::string& root() const { return root_; }       // of the repository, absolute
    [[nodiscard]] std::string folder() const { return base_ + "/tree"; }  // its files as they were
    // The name of a file at that revision, by the one that it has now; both are relative to the root.
    [[nodiscard]] std::string name_before(const std::string& name) const;

  private:
    Checkout(std::string root, std::string base) : root_(std::move(root)), base_(std::move(base)) {}
    [[nodiscard]] std::string fill(const std::string& revision);

    std::string root_, base_;
    std::map<std::string, std::string> renamed_;  // old names by new ones
};

}  // namespace files
