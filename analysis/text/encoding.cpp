// What CPython's tokenizer does with the bytes of a file, before it sees the first token.
#include "analysis/text/conversion.h"
#include "analysis/text/one_byte.h"
#include "analysis/text/source.h"

#include <array>
#include <cstring>
#include <optional>

namespace text {
namespace {

struct Codec {
    std::string_view name;     // as Python reports it
    std::string_view aliases;  // as Python's encodings.aliases spells them, separated and enclosed by blanks
    const char* iconv;         // null: all ASCII and UTF-8 need is a check, and of the others one_byte.h has tables
};

constexpr std::string_view utf8 = "utf-8";

// Encodings in which every ASCII byte means itself: any other could not hold its own declaration.
constexpr std::array codecs{
    Codec{utf8, " utf_8 utf8 u8 utf cp65001 utf8_ucs2 utf8_ucs4 utf_8_sig ", nullptr},
    Codec{"ascii", " ascii us_ascii us 646 ansi_x3.4_1968 ansi_x3_4_1968 cp367 ibm367 iso646_us iso_ir_6 ", nullptr},
    Codec{"iso8859-1", " iso8859_1 iso_8859_1 iso8859 8859 latin_1 latin1 latin l1 cp819 ibm819 iso_ir_100 ", nullptr},
    Codec{"iso8859-2", " iso8859_2 iso_8859_2 latin2 l2 iso_ir_101 ", nullptr},
    Codec{"iso8859-3", " iso8859_3 iso_8859_3 latin3 l3 iso_ir_109 ", nullptr},
    Codec{"iso8859-4", " iso8859_4 iso_8859_4 latin4 l4 iso_ir_110 ", nullptr},
    Codec{"iso8859-5", " iso8859_5 iso_8859_5 cyrillic iso_ir_144 ", nullptr},
    Codec{"iso8859-7", " iso8859_7 iso_8859_7 greek greek8 iso_ir_126 ", nullptr},
    Codec{"iso8859-9", " iso8859_9 iso_8859_9 latin5 l5 iso_ir_148 ", nullptr},
    Codec{"iso8859-15", " iso8859_15 iso_8859_15 latin9 l9 ", nullptr},
    Codec{"cp1250", " cp1250 windows_1250 1250 ", nullptr},
    Codec{"cp1251", " cp1251 windows_1251 1251 ", nullptr},
    Codec{"cp1252", " cp1252 windows_1252 1252 ", nullptr},
    Codec{"cp1253", " cp1253 windows_1253 1253 ", nullptr},
    Codec{"cp1254", " cp1254 windows_1254 1254 ", nullptr},
    Codec{"cp437", " cp437 ibm437 437 ", nullptr},
    Codec{"cp850", " cp850 ibm850 850 ", nullptr},
    Codec{"cp866", " cp866 ibm866 866 csibm866 ", nullptr},
    Codec{"koi8-r", " koi8_r cskoi8r ", nullptr},
    Codec{"koi8-u", " koi8_u ", nullptr},
    Codec{"gb2312", " gb2312 chinese euc_cn euccn gb2312_80 gb2312_1980 ", "EUC-CN"},
    Codec{"gbk", " gbk cp936 ms936 936 ", "GBK"},
    Codec{"gb18030", " gb18030 gb18030_2000 ", "GB18030"},
    Codec{"big5", " big5 big5_tw csbig5 ", "BIG5"},
    // iconv's own Shift_JIS turns the backslash into a yen sign; Python's and Microsoft's keep it.
    Codec{"shift_jis", " shift_jis shiftjis sjis s_jis csshiftjis ", "CP932"},
    Codec{"cp932", " cp932 932 ms932 mskanji ms_kanji ", "CP932"},
    Codec{"euc_jp", " euc_jp eucjp ujis u_jis ", "EUC-JP"},
    Codec{"euc_kr", " euc_kr euckr korean ksc5601 ks_c_5601 ks_c_5601_1987 ", "EUC-KR"},
    Codec{"cp949", " cp949 949 ms949 uhc ", "UHC"},
};

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

// `# -*- coding: latin-1 -*-` -> latin-1, as in get_coding_spec() of CPython's tokenizer.
std::optional<std::string_view> declared_in(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\f"), line.size()));
    if (!line.starts_with('#')) return std::nullopt;
    constexpr std::string_view word = "coding";
    for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
        std::string_view rest = line.substr(at + word.size());
        if (!rest.starts_with(':') && !rest.starts_with('=')) continue;
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t", 1), rest.size()));
        const auto end = std::find_if_not(rest.begin(), rest.end(), is_name);
        if (end != rest.begin()) return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    }
    return std::nullopt;
}

// The declaration in the first line, or in the second if the first holds nothing but blanks or a comment.
std::optional<std::string_view> declaration(std::string_view bytes) {
    for (int i = 0; i < 2; ++i) {
        const std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
        if (const auto name = declared_in(line)) return name;
        const std::size_t text = line.find_first_not_of(" \t\f");
        if (text != line.npos && line[text] != '#') return std::nullopt;
        bytes.remove_prefix(line.size());
        bytes.remove_prefix(bytes.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, bytes.size()));
    }
    return std::nullopt;
}

// Editors decorate the two commonest names (`utf-8-unix`); the tokenizer looks at their first letters only.
std::string plain(std::string_view declared) {
    std::string name = lower(declared.substr(0, 12));
    std::replace(name.begin(), name.end(), '_', '-');
    const auto is = [&name](std::string_view known) {
        return name == known || (name.starts_with(known) && name[known.size()] == '-');
    };
    if (is("utf-8")) return "utf-8";
    if (is("latin-1") || is("iso-8859-1") || is("iso-latin-1")) return "iso-8859-1";
    return std::string(declared);
}

// Like Python's normalize_encoding(), a run of separators is one underscore, and none at the ends.
const Codec* codec_called(std::string_view declared) {
    std::string key = " ";
    bool gap = false;
    for (const char c : lower(declared)) {
        const bool separator = c == '-' || c == '_';
        if (!separator && gap && key.size() > 1) key += '_';
        if (!separator) key += c;
        gap = separator;
    }
    key += ' ';
    const auto found = std::find_if(codecs.begin(), codecs.end(), [&key](const Codec& each) {
        return each.aliases.find(key) != std::string_view::npos;
    });
    return found == codecs.end() ? nullptr : &*found;
}

unsigned byte_at(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }

std::size_t first_wide(std::string_view bytes, std::size_t at = 0) {
    constexpr std::uint64_t high_bits = 0x8080808080808080U;
    for (std::uint64_t word = 0; at + sizeof word <= bytes.size(); at += sizeof word) {
        std::memcpy(&word, bytes.data() + at, sizeof word);
        if ((word & high_bits) != 0) break;
    }
    while (at < bytes.size() && byte_at(bytes, at) < 0x80) ++at;
    return at;
}

// How many bytes the UTF-8 character takes; 0 if it is none (overlong forms and surrogates are none).
std::size_t character_size(std::string_view rest) {
    const unsigned lead = byte_at(rest, 0);
    if (lead < 0x80) return 1;
    const std::size_t size = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (size == 0 || rest.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte_at(rest, i) & 0xC0U) != 0x80U) return 0;
    }
    const unsigned second = byte_at(rest, 1);
    const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool beyond = (lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90);
    return overlong || beyond ? 0 : size;
}

std::size_t first_not_utf8(std::string_view bytes) {
    std::size_t at = first_wide(bytes);
    while (at < bytes.size()) {
        const std::size_t size = character_size(bytes.substr(at));
        if (size == 0) break;
        at = first_wide(bytes, at + size);
    }
    return at;
}

Conversion from_one_byte(std::string_view bytes, const OneByte& table) {
    Conversion result;
    for (; result.done < bytes.size(); ++result.done) {
        const unsigned byte = byte_at(bytes, result.done);
        const auto meant = byte < 0x80 ? bytes.substr(result.done, 1) : table.character(byte);
        if (!meant) break;
        result.text += *meant;
    }
    return result;
}

Conversion to_one_byte(std::string_view text, const OneByte& table) {
    Conversion result;
    while (result.done < text.size()) {
        const std::string_view character = text.substr(result.done, character_size(text.substr(result.done)));
        const auto byte = character.size() == 1 ? character.front() : table.byte(character);
        if (!byte) break;
        result.text += *byte;
        result.done += character.size();
    }
    return result;
}

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

DecodeError no_table(std::string_view encoding) {
    return {"is spelled in " + quoted(encoding) + ", for which iconv has no table here"};
}

DecodeError not_in(std::string_view encoding, std::string_view bytes, std::size_t at) {
    constexpr std::string_view digits = "0123456789abcdef";
    const unsigned byte = byte_at(bytes, at);
    const std::string name = encoding == utf8 ? "UTF-8" : std::string(encoding);
    return {"is not " + name + " (byte 0x" + digits[byte / 16] + digits[byte % 16] + " at offset " +
            std::to_string(at) + ")"};
}

std::variant<std::string, DecodeError> to_utf8(std::string bytes, const Codec& codec) {
    const std::size_t valid = codec.name == utf8 ? first_not_utf8(bytes) : first_wide(bytes);
    if (valid == bytes.size()) return bytes;
    const auto table = OneByte::called(codec.name);
    if (codec.iconv == nullptr && !table) return not_in(codec.name, bytes, valid);
    Conversion conversion = table ? from_one_byte(bytes, *table) : convert(bytes, codec.iconv, "UTF-8");
    if (!conversion.known) return no_table(codec.name);
    if (conversion.done < bytes.size()) return not_in(codec.name, bytes, conversion.done);
    return std::move(conversion.text);
}

}  // namespace

std::variant<std::shared_ptr<const Source>, DecodeError> decode(std::string path, std::string bytes) {
    if (const std::size_t nul = bytes.find('\0'); nul != bytes.npos) {
        return DecodeError{"contains a NUL byte, which Python refuses (at offset " + std::to_string(nul) + ")"};
    }
    const bool marked = bytes.starts_with(byte_order_mark);
    const std::string_view content = std::string_view(bytes).substr(marked ? byte_order_mark.size() : 0);
    const std::string declared = plain(declaration(content).value_or(utf8));
    if (marked && declared != utf8) {
        return DecodeError{"begins with the byte order mark of UTF-8 and declares the encoding " + quoted(declared)};
    }
    const Codec* const codec = codec_called(declared);
    if (codec == nullptr) return DecodeError{"declares the unknown encoding " + quoted(declared)};

    auto decoded = to_utf8(std::move(bytes), *codec);
    if (auto* const error = std::get_if<DecodeError>(&decoded)) return std::move(*error);
    auto& text = std::get<std::string>(decoded);
    if (marked) text.erase(0, byte_order_mark.size());
    if (text.size() > Source::max_size) return DecodeError{"is larger than 1 GiB"};
    return std::make_shared<const Source>(std::move(path), std::move(text),
                                          Encoding{.name = std::string(codec->name), .byte_order_mark = marked});
}

std::variant<std::string, DecodeError> encode(std::string_view text, const Encoding& encoding) {
    if (encoding.name == utf8) return std::string(encoding.byte_order_mark ? byte_order_mark : "").append(text);
    std::size_t done = first_wide(text);
    if (done == text.size()) return std::string(text);
    const auto table = OneByte::called(encoding.name);
    const char* const name = codec_called(encoding.name)->iconv;
    if (table || name != nullptr) {
        Conversion conversion = table ? to_one_byte(text, *table) : convert(std::string(text), "UTF-8", name);
        if (!conversion.known) return no_table(encoding.name);
        if (conversion.done == text.size()) return std::move(conversion.text);
        done = conversion.done;
    }
    const std::string_view rest = text.substr(done);
    return DecodeError{quoted(rest.substr(0, character_size(rest))) + " has no spelling in " + encoding.name};
}

}  // namespace text
