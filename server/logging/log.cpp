#include "server/logging/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

namespace logging {
namespace {

std::shared_ptr<spdlog::logger> logger;

void write(spdlog::level::level_enum level, std::string_view text) {
    if (logger) logger->log(level, text);
}

}  // namespace

void to_stderr() { logger = spdlog::stderr_logger_mt("graphmend"); }

void info(std::string_view text) { write(spdlog::level::info, text); }
void warning(std::string_view text) { write(spdlog::level::warn, text); }
void error(std::string_view text) { write(spdlog::level::err, text); }

}  // namespace logging
