/** Maximum number of things of one window that are told as not saved. */
export const maxUnsaved = 1_000
