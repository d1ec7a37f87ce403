import { join } from 'node:path'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Core } from '../core/core.ts'
import type { Feature } from '../ipc/feature.ts'
import { openLink } from '../security/external.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { Notices } from '../state/notices.ts'
import { setApp } from '../state/updates.ts'
import { createConsoleWindows } from '../windows/console-windows.ts'
import type { DockIcon } from '../windows/dock-icon.ts'
import { createMainWindow } from '../windows/main-window.ts'
import type { PageParts } from '../windows/page-window.ts'
import { createPaletteWindow } from '../windows/palette-window.ts'
import { createQuestionWindows } from '../windows/question-window.ts'
import { createQuestions } from '../windows/questions.ts'
import { createUnsaved } from './unsaved.ts'

type Deps = Pick<FeatureBasics, 'clock' | 'log'> & {
  core: Core
  settings: SettingsStore
  /** The folder of the built files. */
  out: string
  platform: NodeJS.Platform
  onWayland: boolean
  /** Null where there is none. */
  dockIcon: DockIcon | null
  notices: Pick<Notices, 'show'>
  /** Called when a person closed the main window and the app goes on in the tray. */
  onHide: () => void
}

type Focus = NonNullable<AppState['app']['focus']>

export type Windows = ReturnType<typeof createWindows>

/** What is asked before an address from a console is opened: a server's output is foreign text. */
const linkWords = ({ host, href }: URL) => ({
  message: `Open a page of ${host} in your browser?`,
  detail: `${safeText(href, 300)}\n\nIt appeared in the server’s output. Open it only if you know where it leads.`,
  yes: 'Open',
  look: 'plain' as const,
})

/** What is done with each window as it is made. */
const following =
  ({ dockIcon, log }: Pick<Deps, 'dockIcon' | 'log'>): NonNullable<PageParts['onMade']> =>
  (window) => {
    dockIcon?.follow(window)
    window.once('show', () => log.info('a window is shown'))
  }

/** The app's windows: the main one, the palette's, consoles of their own, and questions. */
export function createWindows(deps: Deps) {
  const { core, settings, clock, log, out, platform, onWayland, dockIcon, notices, onHide } = deps
  const { store } = core
  const { visibleServers } = core.servers
  const unsaved = createUnsaved({ store, log, notices, ask: (asked) => questions.api.ask(asked) })
  const { holdsClose } = unsaved
  const onGone = (pageId: number) => {
    core.console.consoles.unwatchAll(pageId)
    unsaved.noteGone(pageId)
  }
  const files = { preload: join(out, 'preload', 'preload.cjs'), icon: join(out, 'icons', 'app.png') }
  const parts = { ...files, platform, clock, onWayland }
  // The palette and questions come and go over other programs, and are no windows to go back to.
  const kept = { ...parts, onMade: following({ dockIcon, log }) }
  // Without a tray the app ends when a person closes the window, not when a hidden one is freed.
  let endsWithWindow = false
  const noteEnd = () => {
    endsWithWindow = !store.get().app.trayAvailable
  }
  const palette = createPaletteWindow(parts)
  const consoles = createConsoleWindows({ ...kept, holdsClose, onGone, onCrash: unsaved.noteCrash })
  const main = createMainWindow({
    ...kept,
    readBounds: () => settings.get().windowBounds,
    saveBounds: (windowBounds) => void settings.update((now) => ({ ...now, windowBounds })),
    keepsRunning: () => store.get().app.trayAvailable,
    // A request of the tray or a link is followed once: a window created later must not follow it again.
    onClose() {
      noteEnd()
      store.update(setApp({ focus: null }))
      visibleServers.set([])
    },
    onHide,
    mustStay: unsaved.has,
    holdsClose,
    onGone,
    onCrash(pageId, reason) {
      noteEnd()
      unsaved.noteCrash(pageId)
      visibleServers.set([])
      log.error('the page of the window has died', { reason })
    },
  })
  const questionWindows = createQuestionWindows({
    ...parts,
    windowOf: (pageId) => [main.current(), ...consoles.current()].find((one) => one?.webContents.id === pageId),
  })
  const questions = createQuestions({ store, open: questionWindows.open })
  const focusOn = (focus: Focus) => {
    store.update(setApp({ focus }))
    main.show()
  }
  const feature: Feature<'console:openLink' | 'console:openWindow' | 'servers:show' | 'windows:setUnsaved'> = {
    handlers: {
      'console:openLink': ({ address }, { pageId }) => {
        return openLink(address, (url) => questions.api.ask({ ...linkWords(url), about: url.href, pageId }))
      },
      'console:openWindow': ({ ref }) => {
        const server = store.get().servers[ref]
        if (server === undefined) return fail('unknown-server')
        consoles.show(ref, server.name)
        return ok()
      },
      'servers:show': ({ ref, area }) => {
        if (store.get().servers[ref] === undefined) return fail('unknown-server')
        focusOn({ ref, area, at: clock.now() })
        return ok()
      },
      ...unsaved.handlers,
    },
    dispose() {
      main.dispose()
      consoles.dispose()
    },
  }
  return {
    feature,
    main,
    palette,
    questions,
    focusOn,
    /** Shows the main window, on that server where there is one. */
    open(ref: ServerRef | null): void {
      if (ref === null) main.show()
      else focusOn({ ref, at: clock.now() })
    },
    isFocused: () => main.current()?.isFocused() ?? false,
    /** The pages of the app that there are. */
    pages: () =>
      [main.current(), palette.current(), ...consoles.current(), ...questionWindows.current()].flatMap(
        (one) => one?.webContents ?? [],
      ),
    /** Whether the app ends now that its last window has gone. */
    endsWithWindow: () => endsWithWindow,
  }
}
