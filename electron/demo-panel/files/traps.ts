/**
 * What can be wrong with a server's files, one at a time.
 * - `write-breaks`: a write gets half of its bytes, then the panel gives up on the node.
 * - `disk-full`: the node has no room for anything new.
 * - `archive-outlasts`: a proxy gives up on packing and unpacking, while the node goes on.
 * - `archive-dies`: the same, and the node stops.
 * - `in-use`: an archive would overwrite what a running server holds.
 * - `pull-off`: the node fetches nothing.
 */
export type FileTrap = 'write-breaks' | 'disk-full' | 'archive-outlasts' | 'archive-dies' | 'in-use' | 'pull-off'

/** What stands at an address that nodes fetch from. */
export type PullSource =
  | { readonly content: Uint8Array /** It tells its size; true by default. */; readonly hasLength?: boolean }
  | { readonly redirectsTo: string }

/** What stands at which addresses; a node finds nothing at all others. */
export type PullSources = Map<string, PullSource>
