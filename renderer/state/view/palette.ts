/** Maximum number of recent entries, which are offered first. */
const maxRecent = 8

/** The palette: whether it is open, and what it remembers. */
export type PaletteView = {
  /** True while the palette is open. */
  readonly palette: boolean
  /** The text in the palette's field, also before the field has loaded. */
  readonly paletteQuery: string
  /** Ids of the entries that were last carried out, the newest first. */
  readonly recent: readonly string[]
}

export const closedPalette: PaletteView = { palette: false, paletteQuery: '', recent: [] }

/** What an entry stands for was done: the palette remembers it. */
export const withRecentEntry =
  (id: string) =>
  ({ recent }: PaletteView): Partial<PaletteView> => ({
    recent: [id, ...recent.filter((one) => one !== id)].slice(0, maxRecent),
  })
