import { expect, type Locator, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import type { ConsoleEntry, ConsoleLine, ConsoleStream } from '../../../shared/model/console-schema.ts'
import type { SavedCommand } from '../../../shared/model/preferences-schema.ts'
import { fail, ok } from '../../../shared/result.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { consoleEntry } from '../../fixtures/app-state.ts'
import { answerNow, callsOf, pushTo } from '../page-bridge.ts'
import {
  ago,
  click,
  commands,
  fill,
  keys,
  now,
  open,
  type Scene,
  scenesOf,
  servers,
  steps,
  survival,
  the,
} from './world.ts'

const esc = String.fromCharCode(0x1b)
const paint = (code: string, text: string) => `${esc}[${code}m${text}${esc}[0m`
const info = paint('34', '[Server thread/INFO]')

/** A start of a server, its players, trouble, and what was typed meanwhile. */
const story: readonly (readonly [ConsoleLine['kind'], string, entryId?: string])[] = [
  ['daemon', '[Pterodactyl Daemon]: Checking server disk space usage, this could take a few seconds...'],
  ['daemon', '[Pterodactyl Daemon]: Starting server process'],
  ['state', 'Survival is starting'],
  ['output', `${info} Starting minecraft server version 1.21.4`],
  ['output', `${info} Preparing level "world"`],
  ['output', `${info} ${paint('32', 'Done (8.214s)! For help, type "help"')}`],
  ['state', 'Survival is running'],
  ['output', `${info} ${paint('38;5;214', 'mira')} joined the game`],
  ['command', 'list', '1'],
  ['output', `${info} There are 1 of a max of 20 players online: mira`],
  ['output', paint('33', "[Server thread/WARN] Can't keep up! Is the server overloaded? Running 2140ms behind")],
  ['gap', 'lines were lost here'],
  ['command', 'say Back in one minute', '2'],
  ['output', `${info} [Server] Back in one minute`],
  ['command', 'whitelist add mira', '3'],
  ['output', paint('31', '[Worker-3/ERROR] Failed to save chunk 12,-4: I/O error (retrying)')],
  ['output', `${info} Map: https://map.example.com/survival?x=12&z=-4.`],
  ['output', `${info} <mira> thanks for the warning`],
  ['command', 'say Hello', '5'],
  ['command', 'time set day', '6'],
]
const lines: readonly ConsoleLine[] = story.map(([kind, text, entryId], i) => ({
  seq: i + 1,
  at: ago(600 - i * 28),
  kind,
  text,
  ...(entryId && { entryId }),
}))
const rainbow: readonly ConsoleLine[] = [
  ...[30, 90, 40, 100].map((base) =>
    ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']
      .map((name, i) => paint(String(base + i), ` ${name} `))
      .join(' '),
  ),
  Array.from({ length: 24 }, (_, i) => paint(`38;5;${16 + i * 9}`, '●')).join(' '),
  [paint('1', 'bold'), paint('3', 'italic'), paint('4', 'underlined'), paint('7', 'inverse')].join('  '),
  `日本語 한국어 العربية 🎮 a\tb\tc`,
  `one long line: ${'abcdefghij '.repeat(30)}`,
].map((text, i) => ({ seq: i + 1, at: ago(100 - i), kind: 'output', text }))

const stream = (phase: ConsoleStream['phase'], more: Partial<ConsoleStream> = {}): ConsoleStream => ({
  phase,
  retryAt: null,
  error: null,
  ...more,
})
const watched = (some: readonly ConsoleLine[]) => ({
  'console:watch': ok({ lines: some, isCut: false }),
  'console:history': ok({ commands: ['list', 'say Back in one minute', 'save-all'] }),
})
export const answers = watched(lines)
const results = commands.map((entry) =>
  entry.id === '3' ? { ...entry, phase: 'refused' as const, error: appError('server-not-running') } : entry,
)
const withStream = (of: ConsoleStream, entries: readonly ConsoleEntry[] = results, more: Partial<AppState> = {}) =>
  open(survival, { consoles: { [survival.ref]: { entries: [...entries], stream: of } }, ...more })
export const live = withStream(stream('open'))
const look = (more: Partial<AppState['preferences']['console']>): AppState => ({
  ...live,
  preferences: { ...live.preferences, console: { ...live.preferences.console, ...more } },
})
const saved = [
  { id: 's1', ref: survival.ref, text: 'kick {player} {reason}' as SavedCommand['text'] },
  { id: 's2', ref: survival.ref, text: 'save-all' as SavedCommand['text'] },
  { id: 's3', ref: null, text: 'say Restart in five minutes, please find a safe place' as SavedCommand['text'] },
] satisfies SavedCommand[]
const withSaved = { ...live, preferences: { ...live.preferences, savedCommands: saved } }

/** The middle of the first letter of a text on the page, in pixels, whichever elements the row has for its letters. */
const placeOf = (row: Locator, text: string) =>
  row.evaluate((element, text) => {
    let before = element.textContent.indexOf(text)
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const length = node.textContent?.length ?? 0
      if (before < length) {
        const range = document.createRange()
        range.setStart(node, before)
        range.setEnd(node, before + 1)
        const { x, y, width, height } = range.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      }
      before -= length
    }
    throw new Error(`the row has no ${text}`)
  }, text)

/** The newest line of the output, once it is drawn. */
export const lastLine = (page: Page) => page.locator('.xterm-rows').getByText('time set day')
const drawn = (page: Page) => lastLine(page).waitFor()
const input = (page: Page) => page.getByLabel('Command for Survival')
const paste = (page: Page) =>
  input(page).evaluate((field) => {
    const data = new DataTransfer()
    data.setData('text', 'say one\nsay two\nsave-all')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
/** Opens three more panes, so that there are tabs. */
const openTabs = async (page: Page) => {
  for (const { name } of servers.slice(1, 4)) {
    const back = page.getByRole('button', { name: 'Back to the list' })
    if (await back.isVisible()) await back.click()
    await page.getByRole('row').filter({ hasText: name }).click()
  }
  await page.getByRole('tab', { name: 'Survival' }).click()
  await drawn(page)
}

const scene = scenesOf({ state: live, answers })

/** The console: what it shows, how it stands, and what is typed. */
export const consoleScenes: readonly Scene[] = [
  scene('console', [lastLine]),
  scene('console-colours', ['underlined', 'one long line'], {
    state: withStream(stream('open'), []),
    answers: watched(rainbow),
  }),
  scene('console-one-row-a-line', [lastLine], {
    state: look({ wraps: false, timestamps: false }),
    answers: watched([...rainbow, ...lines.map((line) => ({ ...line, seq: line.seq + rainbow.length }))]),
  }),
  scene(
    'console-screen-reader',
    [(page) => page.getByRole('menuitemcheckbox', { name: 'Screen reader support', checked: true })],
    {
      state: look({ screenReader: true }),
      act: async (page) => {
        await drawn(page)
        // Nothing of it is seen but the menu's tick: the lines are laid out once more, for screen readers.
        await page.locator('.xterm-accessibility').getByText('time set day').first().waitFor({ state: 'attached' })
        await page.getByRole('button', { name: 'Console options' }).click()
      },
    },
  ),
  scene('console-search', [/^\d+ of \d+$/], {
    act: async (page) => {
      await drawn(page)
      await page.getByRole('button', { name: 'Find in the console' }).click()
      await page.getByLabel('Find in the console').last().fill('server')
    },
  }),
  scene('console-unseen', [the('button', '3 new lines')], {
    answers: watched([...lines, ...lines.map((line) => ({ ...line, seq: line.seq + lines.length }))]),
    act: async (page) => {
      await drawn(page)
      await page.locator('.xterm-screen').click({ position: { x: 4, y: 4 } })
      await page.keyboard.press('PageUp')
      await pushTo(page, 'console:lines', {
        ref: survival.ref,
        lines: [1, 2, 3].map((n) => ({ seq: 2 * lines.length + n, at: now, kind: 'output', text: `line ${n}` })),
      })
    },
  }),
  scene('console-link', [(page) => page.locator('.xterm-cursor-pointer')], {
    act: async (page) => {
      await drawn(page)
      const row = page.locator('.xterm-rows > div').filter({ hasText: 'map.example.com' })
      const { x, y } = await placeOf(row, 'map.example.com')
      await page.mouse.move(x - 5, y)
      await page.mouse.move(x, y)
      await page.locator('.xterm-cursor-pointer').waitFor()
      // The app asks before it opens it, with a dialog of the system.
      await page.mouse.down()
      await page.mouse.up()
      await expect
        .poll(() => callsOf(page, 'console:openLink'))
        .toEqual([{ address: 'https://map.example.com/survival?x=12&z=-4' }])
    },
  }),
  scene('console-connecting', ['Connecting to the console…'], {
    state: withStream(stream('connecting'), []),
    answers: watched([]),
  }),
  scene('console-waiting', ['couldn’t be reached for its console.', /Next try in 0:0\d/], {
    state: withStream(stream('waiting', { retryAt: now + 8_000, error: appError('console-unreachable') })),
  }),
  scene('console-ended', ['refused to open its console.', the('button', 'Open again')], {
    state: withStream(stream('ended', { error: appError('console-refused') })),
  }),
  scene('console-none', ['This panel offers no live console.'], {
    state: withStream(stream('none', { error: appError('no-live-output') })),
    answers: watched([]),
  }),
  scene('console-refused', ['op mira', the('button', 'Try with Club, restart only')], {
    state: withStream(stream('open'), [
      ...results,
      consoleEntry({
        id: '7',
        command: 'op mira',
        sentAt: ago(1),
        phase: 'refused',
        error: appError('permission-lacking'),
        otherKeyId: keys[1]?.id ?? null,
      }),
    ]),
    answers: watched([...lines, { seq: lines.length + 1, at: now, kind: 'command', text: 'op mira', entryId: '7' }]),
  }),
  scene('console-saved', ['Saved to'], {
    answers: { 'console:save': ok({ file: '/srv/logs/survival-console.log' }) },
    act: steps(drawn, click('Console options'), click('Save the console to a file…', 'menuitem')),
  }),
  scene('console-commands', [the('menuitem', 'kick {player} {reason}'), the('menuitem', 'Save a command…')], {
    state: withSaved,
    act: steps(drawn, click('Saved commands')),
  }),
  scene('console-commands-save', [the('dialog', 'Save a command')], {
    state: withSaved,
    act: async (page) => {
      await input(page).fill('kick {player}')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Saved commands' }).click()
      await page.getByRole('menuitem', { name: 'Save this command…' }).click()
    },
  }),
  scene('console-placeholders', [the('dialog', 'Send to Survival'), (page) => page.getByLabel('player')], {
    state: withSaved,
    act: steps(click('Saved commands'), click('kick {player}', 'menuitem'), fill('player', 'mira')),
  }),
  scene('console-completion', [the('option', /^save-all/, { selected: true })], {
    state: withSaved,
    act: async (page) => {
      await drawn(page)
      await input(page).pressSequentially('sa')
      await page.keyboard.press('ArrowUp')
    },
  }),
  scene('console-paste', [the('alertdialog', 'Send 3 commands?'), 'say two'], {
    act: steps(drawn, paste),
  }),
  scene('console-batch', ['Sending 1 of 3'], {
    act: async (page) => {
      await drawn(page)
      await paste(page)
      // The first one is held, or the batch would end by itself between the looks.
      await answerNow(page, 'servers:command', 'never')
      await page.getByRole('button', { name: 'Send 3' }).click()
    },
  }),
  scene('console-batch-stopped', ['Stopped at “say one”.', 'were not sent'], {
    answers: { 'servers:command': fail('server-not-running') },
    act: steps(drawn, paste, click('Send 3')),
  }),
  scene('console-tabs', [the('tab', /^Survival/, { selected: true }), the('tab', /^Modded/)], { act: openTabs }),
  scene('console-own-window', [lastLine], {
    state: { ...live, app: { ...live.app, focus: null } },
    hash: `#console=${encodeURIComponent(survival.ref)}`,
  }),
]
