import type { Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import type { FileEntry, FileReading } from '../../../shared/files/contract.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { keyView } from '../../fixtures/app-state.ts'
import { fileEntry, folderEntry, textReading } from '../../fixtures/file-entry.ts'
import { answerNow } from '../page-bridge.ts'
import { ago, keysOf, openArea, type Scene, the } from './world.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const hour = 3_600
const day = 24 * hour

const entries = [
  fileEntry('whitelist.json', { size: 1_100, modifiedAt: ago(56 * day) }),
  fileEntry('server.properties', { modifiedAt: ago(75 * day) }),
  fileEntry('paper.jar', { size: 47 * 1_024 ** 2, modifiedAt: ago(75 * day), mimetype: 'application/jar' }),
  fileEntry('ops.json', { size: 214, modifiedAt: ago(68 * day) }),
  fileEntry('a-world-of-last-year-that-nobody-wants-to-lose-yet.tar.gz', {
    size: 3.2 * 1_024 ** 3,
    modifiedAt: ago(400 * day),
  }),
  folderEntry('world', { modifiedAt: ago(20) }),
  folderEntry('plugins', { modifiedAt: ago(72 * hour) }),
  folderEntry('logs', { modifiedAt: ago(8), isSymlink: true }),
  folderEntry('crash-reports', { modifiedAt: ago(270) }),
  folderEntry('config', { modifiedAt: ago(2 * hour) }),
]
const odd = [
  fileEntry('photo\u202egpj.exe', { modifiedAt: ago(90) }),
  fileEntry(' leading blank.txt', { modifiedAt: ago(90) }),
  fileEntry('two  blanks', { modifiedAt: ago(90) }),
  fileEntry('new\nline.log', { modifiedAt: ago(90) }),
  fileEntry('zero\u200bwidth.yml', { modifiedAt: ago(90) }),
  fileEntry('خادم.yml', { modifiedAt: ago(90) }),
  fileEntry('<img src=x onerror=alert(1)>.txt', { modifiedAt: ago(90) }),
  fileEntry(`${'very'.repeat(40)}-long.yml`, { modifiedAt: ago(90) }),
  fileEntry('pipe', { mode: 'prw-r--r--', size: 0, modifiedAt: ago(90) }),
]
/** A folder of a large world. */
export const manyFiles = Array.from({ length: 10_000 }, (_, i) =>
  fileEntry(`r.${i % 100}.${Math.floor(i / 100)}.mca`, { size: 8_192 * (1 + (i % 700)), modifiedAt: ago(i * 60) }),
)

const properties = `#Minecraft server properties
difficulty=hard
enable-query=true
gamemode=survival
level-name=world
max-players=20
motd=Home of the night shift
online-mode=true
pvp=false
view-distance=10
`
const theirs = properties.replace('difficulty=hard', 'difficulty=normal').replace('pvp=false', 'pvp=true')
const log = `[11:58:02] [Server thread/INFO]: Done (7.312s)! For help, type "help"
[12:01:10] [Server thread/INFO]: mira joined the game
[12:04:31] [Server thread/WARN]: Can't keep up! Is the server overloaded? Running 2104ms or 42 ticks behind
[12:04:40] [Server thread/ERROR]: Encountered an unexpected exception
java.lang.NullPointerException: Cannot invoke "World.getName()" because "world" is null
	at net.example.shop.ShopPlugin.reload(ShopPlugin.java:88) ~[shop-2.1.jar:?]
	at net.example.shop.ShopPlugin.onEnable(ShopPlugin.java:41) ~[shop-2.1.jar:?]
[12:07:59] [Server thread/INFO]: Saved the game
`

const list = (some: readonly FileEntry[], leftOut = 0, denied: readonly string[] = []) => ({
  'files:list': { ok: true as const, value: { entries: some, leftOut, denied } },
})
const reads = (reading: FileReading) => ({ 'files:read': { ok: true as const, value: reading } })
const stamp = { size: 1_300, modifiedAt: ago(75 * day) }

/** The files of the open server, as they were left. */
const opened = (more: Partial<AppState> = {}) => openArea('files', more)
const grid = (page: Page) => view(page).getByRole('grid', { name: 'Files' })
const listed = (page: Page) => grid(page).waitFor()
const row = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })
const openFile = (name: string) => async (page: Page) => {
  await row(page, name).click()
  await page.locator('.cm-content').waitFor()
}
const type = async (page: Page) => {
  await openFile('server.properties')(page)
  await page.getByText('view-distance=10').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('2')
  await page.clock.runFor(400)
}
const menu = (name: string) => async (page: Page) => {
  await row(page, name).hover()
  await view(page)
    .getByRole('button', { name: `More for ${name}` })
    .click()
}
const choose = (name: string, item: string) => async (page: Page) => {
  await menu(name)(page)
  await page.getByRole('menuitem', { name: item }).click()
}
const ofFolder = (item: string) => async (page: Page) => {
  await view(page).getByRole('button', { name: 'More for this folder' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()

/** The files of a server: the list, what can be done, the editor, and what goes wrong. */
export const fileScenes: readonly Scene[] = [
  {
    name: 'files',
    state: opened(),
    answers: list(entries, 3),
    act: listed,
    shows: ['crash-reports', 'config', the('button', 'More for this folder')],
  },
  { name: 'files-none', state: opened(), answers: list([]), shows: ['Nothing in this folder'] },
  {
    name: 'files-failed',
    state: opened(),
    answers: { 'files:list': { ok: false, error: appError('file-not-found') } },
    shows: ['There is no such file or folder on the server.', the('button', 'Try again')],
  },
  {
    name: 'files-odd-names',
    state: opened(),
    answers: list(odd),
    act: listed,
    shows: ['U+202E', '<img src=x onerror=alert(1)>.txt'],
  },
  {
    name: 'files-many',
    state: opened(),
    answers: list(manyFiles, 120),
    act: async (page) => {
      await listed(page)
      await row(page, 'r.0.0.mca').first().focus()
      await page.keyboard.press('End')
      await page.clock.runFor(100)
    },
    shows: ['r.99.99.mca', /10,120 entries/],
  },
  {
    name: 'files-filtered',
    state: opened(),
    answers: list(entries),
    act: async (page) => {
      await listed(page)
      await view(page).getByRole('button', { name: 'Filter by name' }).click()
      await page.keyboard.type('json')
    },
    shows: ['ops.json', '2 of 10', the('searchbox', 'Filter by name')],
  },
  {
    name: 'files-selected',
    state: opened(),
    answers: list(entries),
    act: async (page) => {
      await row(page, 'config').click({ modifiers: ['Control'] })
      await row(page, 'plugins').click({ modifiers: ['Shift'] })
    },
    shows: ['4 selected', the('button', 'Permissions…'), the('button', 'Delete…')],
  },
  {
    name: 'files-menu',
    state: opened(),
    answers: list(entries),
    act: menu('a-world-of-last-year-that-nobody-wants-to-lose-yet.tar.gz'),
    shows: [the('menuitem', 'Unpack…'), the('menuitem', 'Rename…')],
  },
  {
    name: 'files-folder-menu',
    state: opened(),
    answers: list(entries),
    act: (page) => view(page).getByRole('button', { name: 'More for this folder' }).click(),
    shows: [the('menuitem', 'Open in my SFTP client')],
  },
  {
    name: 'files-sftp-opened',
    state: opened(),
    answers: { ...list(entries), 'files:openSftp': { ok: true, value: undefined } },
    act: ofFolder('Open in my SFTP client'),
    shows: ['Gave the address to your SFTP client.'],
  },
  {
    name: 'files-read-only',
    state: opened({
      keys: keysOf(keyView({ declared: ['files-read'], serverCount: 8, health: { kind: 'works', at: ago(130) } })),
    }),
    answers: { ...list(entries), ...reads(textReading(properties)) },
    act: openFile('server.properties'),
    shows: [/Read only: this key lacks Files: read & write/],
  },
  {
    name: 'files-rename',
    state: opened(),
    answers: list(entries),
    act: async (page) => {
      await choose('ops.json', 'Rename…')(page)
      await page.getByLabel('Name', { exact: true }).fill('whitelist.json')
    },
    shows: [the('dialog', 'Rename “ops.json”'), 'There is a file or folder with that name already.'],
  },
  {
    name: 'files-move',
    state: opened(),
    answers: list(entries),
    act: async (page) => {
      await choose('ops.json', 'Move…')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'plugins' }).click()
    },
    shows: [the('dialog', 'Move “ops.json”'), '“ops.json” is in that folder already.'],
  },
  {
    name: 'files-permissions',
    state: opened(),
    answers: list(entries),
    act: async (page) => {
      await choose('server.properties', 'Permissions…')(page)
      await page.getByRole('checkbox', { name: 'others: write' }).click()
    },
    shows: [/Everybody on the machine could change it/, the('checkbox', 'owner: read')],
  },
  {
    name: 'files-delete',
    state: opened(),
    answers: list(entries),
    act: choose('world', 'Delete…'),
    shows: [the('alertdialog', 'Delete “world”?'), /There is no undo/],
  },
  {
    name: 'files-fetch',
    state: opened(),
    answers: list(entries),
    act: async (page) => {
      await ofFolder('Fetch from an address…')(page)
      await page.getByLabel('Address').fill('https://github.com/example/paper/releases/download/1.21/paper.jar')
      await page.getByText('Overwrite the file of that name').scrollIntoViewIfNeeded()
    },
    shows: ['Overwrite the file of that name', the('button', 'Fetch')],
  },
  {
    name: 'files-compressing',
    state: opened(),
    answers: { ...list(entries), 'files:compress': 'never' },
    act: choose('world', 'Compress'),
    shows: [/Compressing “world”…/],
  },
  {
    name: 'files-editor',
    state: opened(),
    answers: { ...list(entries), ...reads(textReading(properties, { stamp })) },
    act: type,
    shows: ['1 line changed', the('button', 'Show changes'), 'edited'],
  },
  {
    name: 'files-editor-changes',
    state: opened(),
    answers: { ...list(entries), ...reads(textReading(properties, { stamp })) },
    act: async (page) => {
      await type(page)
      await page.getByRole('button', { name: 'Show changes' }).click()
      await page.locator('.cm-mergeView').waitFor()
      await page.clock.runFor(400)
    },
    shows: [the('button', 'Back to the text')],
  },
  {
    name: 'files-editor-find',
    state: opened(),
    answers: { ...list(entries), ...reads(textReading(properties, { stamp })) },
    act: async (page) => {
      await openFile('server.properties')(page)
      await page.getByText('view-distance=10').click()
      await page.keyboard.press('Control+f')
      await page.keyboard.type('true')
    },
    shows: [the('textbox', 'Find')],
  },
  {
    name: 'files-changed-meanwhile',
    state: opened(),
    answers: {
      ...list(entries),
      ...reads(textReading(properties, { stamp })),
      'files:write': { ok: true, value: { kind: 'changed', stamp: { size: 1_301, modifiedAt: ago(30) } } },
    },
    act: async (page) => {
      await type(page)
      await answerNow(page, 'files:read', {
        ok: true,
        value: textReading(theirs, { stamp: { size: 1_301, modifiedAt: ago(30) } }),
      })
      await save(page)
      await page.locator('.cm-mergeView').waitFor()
      await page.clock.runFor(400)
    },
    shows: [/Somebody changed this file meanwhile/, the('button', 'Save yours over it'), the('button', 'Take theirs')],
  },
  {
    name: 'files-deleted-meanwhile',
    state: opened(),
    answers: {
      ...list(entries),
      ...reads(textReading(properties, { stamp, isConverted: true })),
      'files:write': { ok: true, value: { kind: 'missing' } },
    },
    act: async (page) => {
      await type(page)
      await save(page)
    },
    shows: [/Somebody deleted or moved this file meanwhile/, the('button', 'Save it anew')],
  },
  {
    name: 'files-converted',
    state: opened(),
    answers: {
      ...list(entries),
      ...reads(
        textReading(properties.replaceAll('\n', '\r\n'), {
          stamp,
          isConverted: true,
          format: { encoding: 'windows-1252', hasBom: false },
        }),
      ),
    },
    act: openFile('server.properties'),
    shows: [/The panel gave this file converted to UTF-8/],
  },
  {
    name: 'files-unsaved',
    state: opened(),
    answers: { ...list(entries), ...reads(textReading(properties, { stamp })) },
    act: async (page) => {
      await type(page)
      await page.getByRole('button', { name: 'Close the file' }).click()
    },
    shows: [the('alertdialog', 'Save “server.properties”?'), the('button', 'Don’t save')],
  },
  {
    name: 'files-binary',
    state: opened(),
    answers: { ...list(entries), ...reads({ kind: 'binary', stamp: { size: 47 * 1_024 ** 2, modifiedAt: ago(90) } }) },
    act: async (page) => {
      await row(page, 'paper.jar').click()
    },
    shows: ['This is not a text file', the('button', 'Download…')],
  },
  {
    name: 'files-log',
    state: opened(),
    answers: {
      ...list([fileEntry('latest.log', { size: 104 * 1_024 ** 2, modifiedAt: ago(4) })]),
      ...reads({ kind: 'too-large', stamp: { size: 104 * 1_024 ** 2, modifiedAt: ago(4) } }),
      'files:readEnd': {
        ok: true,
        value: { text: log, encoding: 'utf-8', size: 104 * 1_024 ** 2, isCut: true },
      },
    },
    act: async (page) => {
      await row(page, 'latest.log').click()
      await page.locator('.cm-content').waitFor()
    },
    shows: ['last part, read only', 'Last 1.0 MB of 104 MB', the('button', 'Download…')],
  },
]
