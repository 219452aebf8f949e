//! Tells Zed how the language server is started: `graphmend server`, with the program of the project's environment or the PATH.
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct GraphMend;

impl zed::Extension for GraphMend {
    fn new() -> Self {
        GraphMend
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree
            .which("graphmend")
            .ok_or("`graphmend` is not on the PATH: pip install it")?;
        Ok(Command { command, args: vec!["server".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(GraphMend);
