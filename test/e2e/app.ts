import type { Page } from 'playwright-core'
import type { Choices } from '../standin/choices.ts'
import type { WindowView } from '../standin/control.ts'
import type { DialogView, MenuItemView, NotificationView, PlacesView, TrayView } from '../standin/desk.ts'

export type { DialogView, MenuItemView, NotificationView, PlacesView, TrayView, WindowView }

/** What crossed between main process and page, in either direction; the text is the encoded arguments. */
export type IpcRecord = { readonly direction: 'to-main' | 'to-page'; readonly channel: string; readonly text: string }

/** What is in the system's clipboard: its plain text, and the MIME types of all its forms. */
export type ClipboardView = { readonly text: string; readonly forms: readonly string[] }

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type LaunchOptions = {
  /** A profile folder to use and keep; a fresh one, removed by `dispose`, where none is named. */
  readonly profile?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly colorScheme?: 'light' | 'dark'
  /** What the system of the stand-in does; nothing on Electron, whose system is the real one. */
  readonly choices?: Partial<Choices>
  /** A program, and its arguments, that becomes the app: the app's own command follows. */
  readonly startedBy?: readonly string[]
  /** Another main script than the built app's. */
  readonly script?: string
  /** Insists on the stand-in, for its own tests. */
  readonly runtime?: 'standin'
  /** Runs the app's code for this system, on the stand-in. */
  readonly system?: System
}

/** The systems that the app runs on. */
export const systems = ['darwin', 'win32', 'linux'] as const
export type System = (typeof systems)[number]

/** The tag of a journey that is gone on each system: the short run goes it on Linux, the long run on the others. */
export const tagOf = (system: System) => (system === 'linux' ? [] : '@long')

/** The running app, the same on Electron and on the stand-in. */
export type App = {
  readonly runtime: 'electron' | 'standin'
  readonly profile: string
  readonly pid: number
  /** The page of the first window, when it has one and has loaded. */
  window(): Promise<Page>
  windows(): Promise<readonly WindowView[]>
  /** The page of the first window whose address has this in it, once it has loaded. */
  windowAt(part: string): Promise<Page>
  /** Closes the first window as a person does, or the first one whose address has this in it. */
  closeWindow(part?: string): Promise<void>
  /** Makes the first window as large as its screen. */
  sizeWindow(to: 'maximized' | 'full-screen'): Promise<void>
  /** Drops files and folders of this computer on the first window, at a place of its page in pixels. */
  drop(paths: readonly string[], at: { readonly x: number; readonly y: number }): Promise<void>
  /** Kills the process of that window's page. */
  crashWindow(part?: string): Promise<void>
  readonly tray: {
    /** The tray as it is now, once there is one. */
    view(): Promise<TrayView>
    menu(): Promise<readonly MenuItemView[]>
    tooltip(): Promise<string>
    /** Clicks a menu item by the labels on the way to it. Rejects for a missing or disabled one. */
    click(...path: readonly string[]): Promise<void>
    /** Opens the menu, and submenus in it, and leaves them open. On the stand-in alone, as the next two. */
    open(...path: readonly string[]): Promise<void>
    close(): Promise<void>
    /** Chooses an item where the menu is open. False where the system swallowed the click. */
    choose(label: string): Promise<boolean>
    /** A click on the icon itself. */
    press(event?: 'click' | 'right-click' | 'double-click'): Promise<void>
  }
  /** Dialogs that wait for an answer. */
  dialogs(): Promise<readonly DialogView[]>
  /** Answers the oldest waiting dialog, waiting for one to come. */
  answerDialog(buttonLabel: string): Promise<void>
  notifications(): Promise<readonly NotificationView[]>
  /** Clicks a notification, once it is open. */
  clickNotification(title: string): Promise<void>
  /** Presses a button of a notification, by their texts, once it is open. */
  pressNotification(title: string, button: string): Promise<void>
  /** Whether macOS has asked the person for permission to show notifications. */
  askedForNotifications(): Promise<boolean>
  /** Hands over a click on a notification that an earlier run left, as Windows does. */
  activateToast(details: { readonly type: string; readonly arguments: string }): Promise<void>
  openedLinks(): Promise<readonly string[]>
  /** What the app gave the Dock or the jump list. On the stand-in alone. */
  places(): Promise<PlacesView>
  /** The menu that a window popped up last; empty before the first. On the stand-in alone. */
  popup(): Promise<readonly MenuItemView[]>
  setTheme(scheme: 'light' | 'dark'): Promise<void>
  /** `resume`, `suspend` and the like, as the system's power monitor tells them. */
  powerEvent(event: string): Promise<void>
  /** What keeps the system from suspending the app, by Electron's words. */
  powerSaveBlockers(): Promise<readonly string[]>
  clipboard(): Promise<ClipboardView>
  /** Copies a text as a person does in another program. */
  copyText(text: string): Promise<void>
  /** Whether the system says that there is a network. */
  setOnline(isOnline: boolean): Promise<void>
  /** Moves the wall clock of the main process, so that what is due by it need not be waited for. Timers go on. */
  passTime(ms: number): Promise<void>
  /** The same with its monotonic clock, as if the computer had been awake meanwhile. */
  passAwake(ms: number): Promise<void>
  /**
   * Moves both clocks and ends the waits of the main process that are over within that time. A wait that begins
   * meanwhile is not among them. Nothing on Electron, where a test that waits for what follows waits in earnest.
   */
  hurry(ms: number): Promise<void>
  /** Presses a global shortcut, in Electron's words. Rejects where the app does not hold it. */
  pressShortcut(accelerator: string): Promise<void>
  /** Gives a global shortcut to another program. */
  takeShortcut(accelerator: string): Promise<void>
  /** A link as macOS hands it over. */
  openUrl(url: string): Promise<void>
  /** What a second start with these arguments leads to here, without that start. */
  secondInstance(argv: readonly string[]): Promise<void>
  /** Changes what the system of the stand-in does. */
  choose(choices: Partial<Choices>): Promise<void>
  ipcTraffic(): Promise<readonly IpcRecord[]>
  /** Whether a text stands in the memory of any window's page. */
  heapContains(text: string): Promise<boolean>
  /** A call from the frame at `frameUrl`, as a page taken over by someone else could make it. */
  invokeFrom(frameUrl: string, channel: string, args: readonly unknown[]): Promise<InvokeAnswer>
  /** Standard output and standard error so far. */
  output(): string
  /** What became of its pages and its process so far, and its output: why a page is gone, where a test fails for that. */
  story(): string
  /** A second start on the same profile, waited for until it ends. */
  startSecond(args?: readonly string[]): Promise<Exit & { readonly output: string }>
  /** Quits as the app's own Quit does, and waits for the end. */
  quit(): Promise<Exit>
  waitForExit(): Promise<Exit>
  /** Ends the process without asking it. */
  kill(signal?: NodeJS.Signals): Promise<Exit>
  /** Ends the app if it still runs, and removes a profile made for it. */
  dispose(): Promise<void>
}

export type InvokeAnswer = { readonly value: unknown } | { readonly error: string }
