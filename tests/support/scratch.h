// A file in memory that holds a text, under a path, for code that reads files by their paths.
#pragma once

#include <string>
#include <string_view>

namespace tests {

class Scratch {
  public:
    explicit Scratch(std::string_view text);
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();

    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    int file_;
    std::string path_;
};

}  // namespace tests
