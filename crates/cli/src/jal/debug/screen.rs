//! The full screen of the debugger on the terminal of the process.

use anyhow::Context;
use debug::repl::{Repl, terminal::Terminal};
use debug::tui::{DebuggerScreen, Leave};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use std::io;
use std::sync::Once;

/// Goes from the prompt to the screen and back, until the session is over.
pub(super) fn session(repl: Repl<'_>, prompt: &mut Terminal, color: bool) -> anyhow::Result<()> {
    let mut app = DebuggerScreen::new(repl, color);
    loop {
        if !app.repl().wants_screen() {
            app.repl().run(prompt)?;
            if !app.repl().wants_screen() {
                return Ok(());
            }
        }
        match show(&mut app).context("the terminal cannot be used")? {
            Leave::Quit | Leave::Gone => return Ok(()),
            Leave::Prompt => app.repl().come_back(),
        }
    }
}

/// Takes the screen, shows the session, and gives it back.
fn show(app: &mut DebuggerScreen<'_>) -> io::Result<Leave> {
    let shown = ratatui::try_init().and_then(|mut terminal| {
        give_mouse_back_after_panics();
        // A terminal without one is as good.
        let _ = execute!(io::stdout(), EnableMouseCapture, EnableBracketedPaste);
        let shown = app.run(&mut terminal);
        let _ = execute!(io::stdout(), DisableMouseCapture, DisableBracketedPaste);
        if terminal.show_cursor().is_err() {
            // Dropping it would try again, and panic if there is nobody to tell.
            std::mem::forget(terminal);
        }
        shown
    });
    // A terminal that is gone is no reason to say more.
    let _ = ratatui::try_restore();
    shown
}

/// The screen is given back after a panic by the library that has taken it, the mouse is not.
fn give_mouse_back_after_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let _ = execute!(io::stdout(), DisableMouseCapture, DisableBracketedPaste);
            hook(info);
        }));
    });
}
