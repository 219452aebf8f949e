#include "server/confirm/records.h"

#include "server/confirm/logs.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

// Structured: `V1122 01:49:07.1 4005 torch/_dynamo/x.py:5098] {"artifact": {"name": ...}, "frame_id": 0}`, and what
// belongs to it on the lines behind it, each after a tab.
// Text: `[rank0]:V1122 01:49:07.1 4005 torch/_dynamo/x.py:5124] [0/0] [__graph_breaks] Graph break in user code at
// ...`.
namespace confirm {
namespace {

using Json = nlohmann::json;

// What is behind `[__graph_breaks] ` or the like.
std::optional<std::string_view> behind(std::string_view line, std::string_view mark) {
    const std::size_t at = line.find(mark);
    if (at == line.npos) return std::nullopt;
    line.remove_prefix(at + mark.size());
    if (line.starts_with(' ')) line.remove_prefix(1);
    return line;
}

std::string text_rank(std::string_view line) {
    constexpr std::string_view mark = "[rank";
    if (!line.starts_with(mark)) return "";
    return std::string(line.substr(mark.size(), line.find(']') - mark.size()));
}

// `torch_dynamo_resume_in_forward_at_12` is `forward` to its author.
std::string plain_name(std::string_view name) {
    constexpr std::string_view mark = "torch_dynamo_resume_in_";
    while (name.starts_with(mark)) name = name.substr(mark.size(), name.rfind("_at_") - mark.size());
    return std::string(name);
}

class Reader {
  public:
    [[nodiscard]] Records read(std::string_view text) {
        for (const std::string_view line : lines_of(text)) {
            if (line.starts_with('\t')) {
                payload_.append(line.substr(1)).append("\n");
                continue;
            }
            end_record();
            read_line(line);
        }
        end_record();
        end_text();
        finish_recompilations();
        return std::move(records_);
    }

  private:
    void read_line(std::string_view line) {
        if (const auto text = behind(line, "[__graph_breaks]")) return read_break_line(*text, text_rank(line));
        if (const auto text = behind(line, "[__recompiles]")) return read_recompile_line(*text, text_rank(line));
        const std::size_t json = line.find("] {");
        const bool is_record = json != line.npos && (line.starts_with('V') || line.starts_with('I'));
        if (!is_record) return;
        record_ = Json::parse(line.substr(json + 2), nullptr, false);
        if (record_.is_discarded()) {
            ++records_.damaged;
            record_ = nullptr;
        }
    }

    // --- Text

    void read_break_line(std::string_view text, const std::string& rank) {
        if (text.starts_with("Graph break")) {
            end_text();
            text_rank_ = rank;
        }
        text_.append(text).append("\n");
    }
    void end_text() {
        if (!text_.empty()) records_.by_rank[text_rank_].breaks.push_back(parse_break(std::exchange(text_, "")));
    }
    // `Recompiling function forward in /x/model.py:4`, then `    - 1/0: tensor 'x' size mismatch ...`
    void read_recompile_line(std::string_view text, const std::string& rank) {
        constexpr std::string_view begin = "Recompiling function ";
        std::vector<Recompilation>& all = records_.by_rank[rank].recompilations;
        if (text.starts_with(begin)) {
            text.remove_prefix(begin.size());
            const std::size_t in = text.find(" in "), colon = text.rfind(':');
            if (in == text.npos || colon == text.npos || colon < in) return void(++records_.damaged);
            std::uint32_t line = 0;
            std::from_chars(text.data() + colon + 1, text.data() + text.size(), line);
            all.push_back(
                {.code = {std::string(text.substr(in + 4, colon - in - 4)), line, plain_name(text.substr(0, in))},
                 .reasons = {}});
        } else if (const std::size_t dash = text.find("- "); dash != text.npos && !all.empty()) {
            all.back().reasons.emplace_back(text.substr(dash + 2));
        }
    }

    // --- Structured

    void end_record() {
        const Json record = std::exchange(record_, nullptr);
        const std::string payload = std::exchange(payload_, "");
        if (!record.is_object()) return;
        try {
            read_record(record, payload);
        } catch (const Json::exception&) {
            ++records_.damaged;
        }
    }
    void read_record(const Json& record, const std::string& payload) {
        const std::string rank = record.contains("rank") ? std::to_string(record["rank"].get<int>()) : "";
        Process& process = records_.by_rank[rank];
        if (record.contains("str")) names_[record["str"].at(1)] = record["str"].at(0);
        if (record.contains("dynamo_start")) start(process, rank, record);
        if (record.contains("dynamo_output_graph")) read_graph(process, payload);
        if (!record.contains("artifact")) return;
        const std::string name = record["artifact"].at("name");
        if (name == "torch_version") records_.torch = Json::parse(payload).at("pytorch_version");
        if (name == "dynamo_graph_break_reason") process.breaks.push_back(parse_break(payload));
        if (name == "recompile_reasons") {
            const Json reasons = Json::parse(payload, nullptr, false);
            std::vector<std::string> texts;
            if (reasons.is_array())
                for (const Json& reason : reasons) texts.push_back(reason.get<std::string>());
            else if (payload.empty())
                ++records_.damaged;
            else
                texts.push_back(reasons.is_string() ? reasons.get<std::string>()
                                                    : payload.substr(0, payload.find('\n')));
            waiting_.push_back({rank, record.at("frame_id"), std::move(texts)});
        }
    }
    // The last of the stack is the frame itself.
    void start(Process& process, const std::string& rank, const Json& record) {
        const Json& stack = record["dynamo_start"].at("stack");
        if (stack.empty()) return;
        const Json& frame = stack.back();
        Place code{name_of(frame.at("filename")), frame.at("line"), plain_name(frame.at("name").get<std::string>())};
        if (record.contains("frame_id")) frames_[{rank, record["frame_id"]}] = code;
        process.frames.push_back({.code = std::move(code), .status = "compiled", .why = "", .lines = {}});
    }
    [[nodiscard]] std::string name_of(const Json& filename) const {
        if (filename.is_string()) return filename;
        const auto name = names_.find(filename.get<int>());
        return name == names_.end() ? "" : name->second;
    }
    // `# File: /x/model.py:6 in forward, code: if x.sum() > 0:` is above what came of the line.
    static void read_graph(Process& process, std::string_view payload) {
        if (process.frames.empty()) return;
        for (const std::string_view line : lines_of(payload)) {
            const auto place = behind(line, "# File:");
            if (!place) continue;
            const std::string_view where = place->substr(0, place->find(" in "));
            const std::size_t colon = where.rfind(':');
            std::uint32_t number = 0;
            if (colon != where.npos) std::from_chars(where.data() + colon + 1, where.data() + where.size(), number);
            if (number > 0) process.frames.back().lines[std::string(where.substr(0, colon))].push_back(number);
        }
    }
    void finish_recompilations() {
        for (Waiting& each : waiting_)
            if (const auto frame = frames_.find({each.rank, each.frame});
                frame != frames_.end() && !each.reasons.empty())
                records_.by_rank[each.rank].recompilations.push_back({frame->second, std::move(each.reasons)});
        for (auto& [rank, process] : records_.by_rank) {
            std::erase_if(process.recompilations, [](const Recompilation& each) { return each.reasons.empty(); });
            for (Recompilation& each : process.recompilations)
                std::ranges::transform(each.reasons, each.reasons.begin(), in_short);
        }
    }

    struct Waiting {  // for its frame to be named, which comes later
        std::string rank;
        int frame;
        std::vector<std::string> reasons;
    };
    Records records_;
    Json record_ = nullptr;
    std::string payload_;
    std::string text_, text_rank_;
    std::map<int, std::string> names_;
    std::map<std::pair<std::string, int>, Place> frames_;
    std::vector<Waiting> waiting_;
};

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Records read_records(std::string_view text) { return Reader().read(text); }

}  // namespace confirm
