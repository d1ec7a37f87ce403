/** Longest command the app sends, in characters. Panels cut or refuse longer frames. */
export const maxCommandLength = 2_000
