import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '../../shared/error-schema.ts'
import type { UploadOffer } from '../../shared/files/contract-moves.ts'
import { type FilePath, rootPath } from '../../shared/files/files.ts'
import type { HistorySpan } from '../../shared/load-history/load-history.ts'
import type { AreaId } from '../../shared/model/area.ts'
import type { KeyId, PanelId, ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { SettingsSection } from '../../shared/model/settings-section.ts'
import type { StateMark } from '../../shared/servers/summary.ts'
import { noUnsavedWork, type UnsavedWork } from './unsaved-work.ts'

export type Page = 'servers' | 'schedules' | 'activity' | 'keys' | 'settings'

export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'attention' }
  | { readonly kind: 'pinned' }
  | { readonly kind: 'panel'; readonly id: PanelId }

export const allServers: Filter = { kind: 'all' }

/** The column that the list is sorted by; `reversed` reverses its natural order. */
export type Sort = { readonly by: 'name' | 'state' | 'players' | 'cpu' | 'memory'; readonly reversed: boolean }

/** What to list, and in which order. */
export type Wish = {
  readonly filter: Filter
  readonly query: string
  readonly sort: Sort
  /** Only servers with this mark are listed; null lists all. */
  readonly mark: StateMark | null
}

/** Nothing is left out of the list. */
export const unfiltered = { filter: allServers, query: '', mark: null } satisfies Partial<Wish>

/** All servers, by name. */
export const defaultWish: Wish = { ...unfiltered, sort: { by: 'name', reversed: false } }

/** The server that is open, in which size, and the tabs beside it. */
type OpenServer = {
  /** Below the list or in its place; null for none. */
  readonly open: ServerRef | null
  /** `peek`: a pane below the list; `full`: in place of the list, as always in a narrow window. See `isFull`. */
  readonly size: 'peek' | 'full'
  /** The server that was open below the list when another size took its place; what `backToList` shows again. */
  readonly behind: ServerRef | null
  /** The window has room for one size only. */
  readonly isNarrow: boolean
  /** The servers whose panes were opened and not closed, oldest first. */
  readonly tabs: readonly ServerRef[]
}

/** What is looked at of a server's files: a folder, and the file beside it. */
export type FilesView = { readonly folder: FilePath; readonly file: FilePath | null }

export const firstFilesView: FilesView = { folder: rootPath, file: null }

export type KeyDialog = 'replace' | 'rename' | 'permissions' | 'servers' | 'remove'

/** An upload that waits for an answer of the person. */
export type AskedUpload = { readonly ref: ServerRef; readonly offer: UploadOffer }

/**
 * What each dialog about servers is about.
 * - `power`: asks before one signal. `isFirst`: also asks whether to ask from now on.
 * - `link`: a link wants a restart.
 * - `restart`: a restart with warnings, of one server or of several in turn.
 * - `cancel`: whether players are told that a countdown is cancelled.
 * - `bulk`: a bulk action.
 * - `backup`: a backup of one server is made now.
 * - `players`: which game a server runs, and whether it is asked for its players.
 * - `players-consent`: whether games may be asked at all.
 * - `left-text`: a text was left that is not saved.
 * - `upload`: what becomes of files that the server has already.
 */
type DialogSubjects = Record<'link' | 'backup' | 'players' | 'left-text', { readonly ref: ServerRef }> & {
  power: {
    readonly ref: ServerRef
    readonly signal: PowerSignal
    readonly keyId: KeyId | undefined
    readonly isFirst: boolean
  }
  restart: { readonly refs: readonly ServerRef[] }
  cancel: { readonly planId: string }
  bulk: { readonly work: PowerSignal | 'command'; readonly refs: readonly ServerRef[] }
  'players-consent': unknown
  upload: AskedUpload
}
export type DialogKind = keyof DialogSubjects

/** A dialog about servers that is open over the window, of some kind or of these. */
export type OpenDialog<K extends DialogKind = DialogKind> = {
  [Kind in K]: { readonly kind: Kind } & DialogSubjects[Kind]
}[K]

/** What the component of a dialog is given. */
export type DialogProps<K extends DialogKind> = { asked: OpenDialog<K>; onClose: () => void }

/** A power call that failed, and when, in unix milliseconds. */
export type CallError = { readonly error: AppError; readonly at: number }

/**
 * What a window counts:
 * - `calls`: those under way
 * - `forms`: dialogs and forms that are open and may have something typed in them
 * - `dialogs`: dialogs and questions that lie over the page, also those of a page or an area alone
 */
type Counter = 'calls' | 'forms' | 'dialogs'

/** What this window shows, in one store, so that one change may go through several parts at once; no other window's. */
export type View = Wish &
  OpenServer &
  UnsavedWork & {
    readonly page: Page
    /** The section of the page Settings. */
    readonly section: SettingsSection
    /** The ticked servers, in the order of ticking; some may have left the list. */
    readonly picked: readonly ServerRef[]
    /** The height of the pane, in pixels; null until the person sets it. */
    readonly paneHeight: number | null
    /** How far back Live shows: the readings as they come, or what is kept. */
    readonly liveRange: 'now' | HistorySpan
    /** The area of each server that was chosen. */
    readonly areas: Readonly<Record<ServerRef, AreaId>>
    readonly files: Readonly<Record<ServerRef, FilesView>>
    /** The dialog about servers. */
    readonly dialog: OpenDialog | null
    /** Asked about in this order, each until it is answered. */
    readonly uploads: readonly AskedUpload[]
    /** The dialog of a key. */
    readonly asked: { readonly keyId: KeyId; readonly dialog: KeyDialog } | null
    /** The form for a new key is open. */
    readonly isAddingKey: boolean
    readonly counts: Readonly<Record<Counter, number>>
    /** True while the palette is open. */
    readonly palette: boolean
    /** The text in the palette's field, also before the field has loaded. */
    readonly paletteQuery: string
    /** Ids of the palette's entries that were last carried out, the newest first. */
    readonly recent: readonly string[]
    /** The last failed power call of each server, until the next call from here. */
    readonly callErrors: Readonly<Record<ServerRef, CallError>>
    /** A failure that belongs to no particular place. */
    readonly problem: AppError | null
    /** What was just done and shows in no other place, until it is dismissed or another page is opened. */
    readonly done: string | null
    /** A short message for screen readers. */
    readonly said: string
  }

const firstView: View = {
  page: 'servers',
  section: 'general',
  ...defaultWish,
  picked: [],
  open: null,
  size: 'peek',
  behind: null,
  isNarrow: false,
  tabs: [],
  paneHeight: null,
  liveRange: 'now',
  areas: {},
  files: {},
  dialog: null,
  uploads: [],
  asked: null,
  isAddingKey: false,
  counts: { calls: 0, forms: 0, dialogs: 0 },
  palette: false,
  paletteQuery: '',
  recent: [],
  callErrors: {},
  problem: null,
  done: null,
  said: '',
  ...noUnsavedWork,
}

type Change = (now: View) => Partial<View>

/** @param by 1 where one more begins, -1 where it has ended */
export const withCount =
  (counter: Counter, by: 1 | -1): Change =>
  ({ counts }) => ({ counts: { ...counts, [counter]: counts[counter] + by } })

export const withCallError =
  (ref: ServerRef, failed: CallError): Change =>
  ({ callErrors }) => ({ callErrors: { ...callErrors, [ref]: failed } })

export const withoutCallError =
  (ref: ServerRef): Change =>
  ({ callErrors: { [ref]: _, ...callErrors } }) => ({ callErrors })

export const withChosenArea =
  (ref: ServerRef, area: AreaId): Change =>
  ({ areas }) => ({ areas: { ...areas, [ref]: area } })

export const withFilesView =
  (ref: ServerRef, to: Partial<FilesView>): Change =>
  ({ files }) => ({ files: { ...files, [ref]: { ...(files[ref] ?? firstFilesView), ...to } } })

/** Maximum number of recent entries of the palette, which are offered first. */
const maxRecent = 8

/** What an entry of the palette stands for was done: the palette remembers it. */
export const withRecentEntry =
  (id: string): Change =>
  ({ recent }) => ({ recent: [id, ...recent.filter((one) => one !== id)].slice(0, maxRecent) })

/** Maximum number of open tabs; above it the one opened first is closed. */
const maxTabs = 8

/** The tabs without `ref`; where that was shown, its neighbour to the right is, otherwise the one to the left. */
export const withoutTab =
  (ref: ServerRef): Change =>
  ({ tabs, open }) => {
    const at = Math.max(tabs.indexOf(ref), 0)
    const rest = tabs.filter((tab) => tab !== ref)
    return { tabs: rest, ...(open === ref && { open: rest[Math.min(at, rest.length - 1)] ?? null }) }
  }

/** True where the open server takes the place of the list. */
export const isFull = ({ open, size, isNarrow }: Pick<View, 'open' | 'size' | 'isNarrow'>): boolean =>
  open !== null && (size === 'full' || isNarrow)

/** The change that brings the list back as it was; none where it is in sight. */
export function backToList(now: OpenServer): Partial<OpenServer> {
  if (!isFull(now)) return {}
  return { open: now.isNarrow ? null : now.behind, size: 'peek', behind: null }
}

/** The change that brings the list in sight, with other choices in it where they are given. */
export const toList = (now: OpenServer, choices: Partial<Pick<View, keyof Wish | 'picked'>>): Partial<View> => ({
  ...backToList(now),
  page: 'servers',
  ...choices,
})

/** What follows from a change: an opened server always gets a tab, and one size ends with its server. */
function settled(now: View, before: View): Partial<View> {
  const { open, tabs, size, behind } = now
  return {
    // What was done is told on the page on which it was done, or to which that led.
    ...(now.page !== before.page && now.done !== null && { done: null }),
    ...(open !== null && !tabs.includes(open) && { tabs: [...tabs, open].slice(-maxTabs) }),
    ...(open === null && size === 'full' && { size: 'peek', behind: null }),
    ...(open !== null && size === 'full' && before.size === 'peek' && { behind: before.open }),
    ...(tabs === before.tabs || behind === null || tabs.includes(behind) ? {} : { behind: null }),
  }
}

export function createView(): StoreApi<View> {
  const view = createStore<View>(() => firstView)
  view.subscribe((now, before) => {
    const change = settled(now, before)
    if (Object.keys(change).length > 0) view.setState(change)
  })
  return view
}
