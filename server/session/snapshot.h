// What readers on other threads work on: one version of one open document, which never changes, and what the analysis
// says about it. Made by Session, shared by everybody.
#pragma once

#include "analysis/analyze.h"
#include "analysis/text/source.h"
#include "server/confirm/history.h"
#include "server/modules/view.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace session {

struct Snapshot {
    std::string uri;  // the client's own spelling
    int version = 0;  // the client's number for the text
    std::shared_ptr<const text::Source> source;
    std::shared_ptr<const analysis::Options> options;
    std::shared_ptr<modules::Modules> modules;  // the other files, in the environment of this one
    std::stop_token stop;                       // requested once there is a newer snapshot, or the document is closed
};

struct Result {
    std::shared_ptr<const Snapshot> snapshot;
    std::shared_ptr<const modules::View> view;  // what it was made from; the analysis asks it
    analysis::Analysis analysis;
    std::vector<rules::Finding> findings;  // of the file, and of others where calls lead there
    confirm::Notes notes;                  // what runs on PyTorch said about them
    std::chrono::steady_clock::duration cost;
};

}  // namespace session
