#include "server/commands/line/complete.h"

#include <array>

// Scripts that make a shell ask `graphmend complete` for what it can offer, and offer files where there is nothing.
// What the program takes is known to the program alone.

namespace commands {

namespace {

struct Script {
    std::string_view shell;
    std::string_view text;
};

constexpr std::array scripts{
    Script{"bash", R"~(# bash completion of graphmend: source it, or put it into share/bash-completion/completions
_graphmend() {
    mapfile -t COMPREPLY < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
}
complete -o default -F _graphmend graphmend
)~"},
    Script{"zsh", R"~(#compdef graphmend
# zsh completion of graphmend: source it, or put it into a folder of $fpath as _graphmend
_graphmend() {
    local -a found
    found=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n ${found[1]} ]]; then
        found=("${(@)found//$'\t'/:}")
        _describe -t values graphmend found
    else
        _files
    fi
}
if [[ ${funcstack[1]} == _graphmend ]]; then
    _graphmend "$@"
else
    compdef _graphmend graphmend
fi
)~"},
    Script{"fish",
           R"~(# fish completion of graphmend: source it, or put it into ~/.config/fish/completions as graphmend.fish
function __graphmend_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process) (commandline --current-token --cut-at-cursor)
    set -l found ($words[1] complete -- $words[2..] 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path $words[-1]
    end
end
complete --command graphmend --no-files --arguments '(__graphmend_complete)'
)~"},
    Script{"powershell", R"~(# PowerShell completion of graphmend: call it from $PROFILE
Register-ArgumentCompleter -Native -CommandName graphmend -ScriptBlock {
    param($word, $line, $cursor)
    $before = $line.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor }
    $words = @($before | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    # Before 7.3, PowerShell passes no argument for an empty text.
    if ($word -eq '') { $words += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' } }
    $program = $line.CommandElements[0].ToString()
    & $program complete -- @words | ForEach-Object {
        $candidate, $help = $_ -split "`t", 2
        if (-not $help) { $help = $candidate }
        [System.Management.Automation.CompletionResult]::new($candidate, $candidate, 'ParameterValue', $help)
    }
}
)~"},
};

}  // namespace

std::string_view completion_script(std::string_view shell) {
    for (const Script& script : scripts)
        if (script.shell == shell) return script.text;
    return "";
}

std::vector<std::string> shells() {
    std::vector<std::string> names;
    for (const Script& script : scripts) names.emplace_back(script.shell);
    return names;
}

}  // namespace commands
