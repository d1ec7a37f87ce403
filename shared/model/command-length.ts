/** Maximum length of a command, in characters: panels cut or refuse longer frames. */
export const maxCommandLength = 2_000
