import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '../../shared/errors.ts'
import type { AreaId } from '../../shared/model/area.ts'
import type { FilePath, FileReading } from '../../shared/model/file.ts'
import type { KeyId, PanelId, ServerRef } from '../../shared/model/identifier.ts'
import type { HistorySpan } from '../../shared/model/load-history.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { SettingsSection } from '../../shared/model/settings-section.ts'
import type { StateMark } from '../../shared/model/summary.ts'
import type { UnsavedText } from '../../shared/model/unsaved.ts'
import type { Adding } from './adding.ts'
import { withTab } from './tabs.ts'

export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'attention' }
  | { readonly kind: 'pinned' }
  | { readonly kind: 'panel'; readonly id: PanelId }

export const allServers: Filter = { kind: 'all' }

/** The column that the list is sorted by; `reversed` reverses its natural order. */
export type Sort = { readonly by: 'name' | 'state' | 'players' | 'cpu' | 'memory'; readonly reversed: boolean }

/** A power call that failed, and when, in unix milliseconds. */
export type CallError = { readonly error: AppError; readonly at: number }

export type KeyDialog = 'replace' | 'rename' | 'permissions' | 'account' | 'rotate' | 'remove'

export type Page = 'servers' | 'schedules' | 'activity' | 'keys' | 'settings'

/**
 * A dialog about servers that is open over the window.
 * - `power`: asks before one signal. `isFirst`: also asks whether to ask from now on.
 * - `link`: a link wants a restart.
 * - `restart`: a restart with warnings, of one server or of several in turn.
 * - `cancel`: whether players are told that a countdown is cancelled.
 * - `bulk`: a bulk action.
 * - `backup`: a backup of one server is made now.
 * - `players`: which game a server runs, and whether it is asked for its players.
 * - `players-consent`: whether games may be asked at all.
 * - `unsaved-file`: a text was left that is not saved.
 * - `both-versions`: a file that somebody changed while it was open in the person's own editor, by the id of its edit.
 * - `ssh-keys`: the SSH keys of the account behind a key.
 */
export type OpenDialog =
  | {
      readonly kind: 'power'
      readonly ref: ServerRef
      readonly signal: PowerSignal
      readonly keyId: KeyId | undefined
      readonly isFirst: boolean
    }
  | { readonly kind: 'link'; readonly ref: ServerRef }
  | { readonly kind: 'restart'; readonly refs: readonly ServerRef[] }
  | { readonly kind: 'cancel'; readonly planId: string }
  | { readonly kind: 'bulk'; readonly work: PowerSignal | 'command'; readonly refs: readonly ServerRef[] }
  | { readonly kind: 'backup'; readonly ref: ServerRef }
  | { readonly kind: 'players'; readonly ref: ServerRef }
  | { readonly kind: 'players-consent' }
  | { readonly kind: 'unsaved-file'; readonly ref: ServerRef }
  | { readonly kind: 'both-versions'; readonly ref: ServerRef; readonly path: FilePath; readonly id: string }
  | { readonly kind: 'ssh-keys'; readonly keyId: KeyId }

/** What is looked at of a server's files: a folder, and the file beside it. */
export type FilesPlace = { readonly folder: FilePath; readonly file: FilePath | null }

/** A file's text as it was read. */
export type TextFile = Extract<FileReading, { kind: 'text' }>

/** A text that was left without saving it, kept until the person says what becomes of it. */
export type UnsavedFile = UnsavedText & {
  /** The file as it was read. */
  readonly file: TextFile
  readonly text: string
  /** The person was asked, and wants to go on with it. */
  readonly isAsked: boolean
}

/** What was typed or chosen of a startup, and what the panel had there when it was begun. */
export type StartupEdit = { readonly text: string; readonly seen: string }

/** What this window shows; not shared with other windows. */
export type View = {
  readonly page: Page
  /** The section of the page Settings. */
  readonly section: SettingsSection
  readonly filter: Filter
  readonly query: string
  readonly sort: Sort
  /** Only servers with this mark are listed; null lists all. */
  readonly mark: StateMark | null
  /** The server that is open, below the list or in its place. */
  readonly open: ServerRef | null
  /** `peek`: a pane below the list; `full`: in place of the list, as always in a narrow window. See `isFull`. */
  readonly size: 'peek' | 'full'
  /** The server that was open below the list when another size took its place; what `backToList` shows again. */
  readonly behind: ServerRef | null
  /** The window has room for one size only. */
  readonly isNarrow: boolean
  /** The area of each server that was chosen in this window. */
  readonly areas: Readonly<Record<ServerRef, AreaId>>
  /** What was looked at of each server's files in this window. */
  readonly files: Readonly<Record<ServerRef, FilesPlace>>
  readonly unsavedFiles: Readonly<Record<ServerRef, UnsavedFile>>
  /** The file in the editor, while its text is not saved. */
  readonly editedFile: UnsavedText | null
  /** The file of which both versions are open, while what was merged of them is not saved. */
  readonly mergedFile: UnsavedText | null
  /** The servers whose panes were opened and not closed, oldest first. */
  readonly tabs: readonly ServerRef[]
  /** The height of the pane, in pixels; null until the person sets it. */
  readonly paneHeight: number | null
  /** How far back Live shows: the readings as they come, or what is kept. */
  readonly liveRange: 'now' | HistorySpan
  /** The dialog about servers that is open. */
  readonly dialog: OpenDialog | null
  /** True while the palette is open. */
  readonly palette: boolean
  /** The text in the palette's field, also before the field has loaded. */
  readonly paletteQuery: string
  /** Ids of the entries last chosen in the palette, the newest first. */
  readonly recent: readonly string[]
  /** The ticked servers, in the order of ticking; some may have left the list. */
  readonly picked: readonly ServerRef[]
  /** Number of dialogs and forms that are open and may have something typed in them. */
  readonly forms: number
  /** Number of calls from this window that are under way. */
  readonly busy: number
  /** The dialog of a key that is open. */
  readonly asked: { readonly keyId: KeyId; readonly dialog: KeyDialog } | null
  /** The form for a new key is open. */
  readonly isAddingKey: boolean
  /** The last failed power call of each server, until the next call from here. */
  readonly callErrors: Readonly<Record<ServerRef, CallError>>
  /** Commands typed and not sent, by server, so that looking at another server loses none. */
  readonly drafts: Readonly<Record<ServerRef, string>>
  /** What was changed of each server's startup and not saved, by what it is of; never in the app's state. */
  readonly startupEdits: Readonly<Record<ServerRef, Readonly<Record<string, StartupEdit>>>>
  /** What came of the last address that was asked for each server. */
  readonly addings: Readonly<Record<ServerRef, Adding>>
  /** A failure that belongs to no particular place. */
  readonly problem: AppError | null
  /** What was just done and shows in no other place, until it is dismissed or another page is opened. */
  readonly done: string | null
  /** A short message for screen readers. */
  readonly said: string
}

/** True where the open server takes the place of the list. */
export const isFull = ({ open, size, isNarrow }: Pick<View, 'open' | 'size' | 'isNarrow'>): boolean =>
  open !== null && (size === 'full' || isNarrow)

/** The change that brings the list back as it was; none where it is in sight. */
export function backToList(view: View): Partial<View> {
  if (!isFull(view)) return {}
  return { open: view.isNarrow ? null : view.behind, size: 'peek', behind: null }
}

const mergedFirst = 'Both versions of a file are open. Save or close them first.'

/** What follows from a change: an opened server always gets a tab, and one size ends with its server. */
function settled(now: View, before: View): Partial<View> {
  const { open, tabs, size, behind, dialog, palette } = now
  const isCovered = palette || (dialog !== null && dialog.kind !== 'both-versions')
  return {
    // A merged text that is not saved stays open, whatever tray, link or shortcut asked for.
    ...(now.mergedFile !== null &&
      before.dialog?.kind === 'both-versions' &&
      isCovered && { dialog: before.dialog, palette: false, said: mergedFirst }),
    // What was done is told on the page on which it was done, or to which that led.
    ...(now.page !== before.page && now.done !== null && { done: null }),
    ...(open !== null && !tabs.includes(open) && { tabs: withTab(tabs, open) }),
    ...(open === null && size === 'full' && { size: 'peek', behind: null }),
    ...(open !== null && size === 'full' && before.size === 'peek' && { behind: before.open }),
    ...(tabs === before.tabs || behind === null || tabs.includes(behind) ? {} : { behind: null }),
  }
}

export function createView(): StoreApi<View> {
  const view = createStore<View>(() => ({
    page: 'servers',
    section: 'general',
    filter: allServers,
    query: '',
    sort: { by: 'name', reversed: false },
    mark: null,
    open: null,
    size: 'peek',
    behind: null,
    isNarrow: false,
    areas: {},
    files: {},
    unsavedFiles: {},
    editedFile: null,
    mergedFile: null,
    tabs: [],
    paneHeight: null,
    liveRange: 'now',
    dialog: null,
    palette: false,
    paletteQuery: '',
    recent: [],
    picked: [],
    forms: 0,
    busy: 0,
    asked: null,
    isAddingKey: false,
    callErrors: {},
    drafts: {},
    startupEdits: {},
    addings: {},
    problem: null,
    done: null,
    said: '',
  }))
  view.subscribe((now, before) => {
    const change = settled(now, before)
    if (Object.keys(change).length > 0) view.setState(change)
  })
  return view
}
