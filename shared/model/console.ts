/**
 * What a line of a console is:
 * - `output`: the server's own; `install`: of its installation or transfer; `daemon`: of the machine it runs on
 * - `state`: the server's state changed; `gap`: lines were lost here; `note`: the app says something about the stream
 * - `command`: a command sent from here, shown where it was sent
 */
export const lineKinds = ['output', 'install', 'daemon', 'state', 'gap', 'note', 'command'] as const
/** Maximum number of lines that are kept of one server's console, in the main process and in the window. */
export const maxConsoleLines = 10_000

/** Maximum length of a command that is kept here, in characters. */
export const maxCommandLength = 2_000
