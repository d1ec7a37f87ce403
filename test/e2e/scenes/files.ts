import type { Page } from '@playwright/test'
import type { FileEntry, FileReading } from '../../../shared/files/contract.ts'
import { ok } from '../../../shared/result.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { fileEntry, folderEntry, textReading } from '../../fixtures/file-entry.ts'
import { answerNow } from '../page-bridge.ts'
import {
  ago,
  click,
  fill,
  keysFor,
  menuOf,
  openArea,
  press,
  type Scene,
  scenesOf,
  scrollTo,
  steps,
  the,
  view,
} from './world.ts'

const hour = 3_600
const day = 24 * hour

const entries = [
  fileEntry('whitelist.json', { size: 1_100, modifiedAt: ago(56 * day) }),
  fileEntry('server.properties', { modifiedAt: ago(75 * day) }),
  fileEntry('paper.jar', { size: 47 * 1_024 ** 2, modifiedAt: ago(75 * day) }),
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
  'files:list': ok({ entries: some, leftOut, denied }),
})
const reads = (reading: FileReading) => ({ 'files:read': ok(reading) })
const stamp = { size: 1_300, modifiedAt: ago(75 * day) }
/** The usual file, as it is opened. */
const readsProperties = reads(textReading(properties, { stamp }))

/** The files of the open server, as they were left. */
const opened = (more: Partial<AppState> = {}) => openArea('files', more)
const grid = (page: Page) => view(page).getByRole('grid', { name: 'Files' })
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
  await menuOf(name)(page)
}
const choose = (name: string, item: string) => async (page: Page) => {
  await menu(name)(page)
  await page.getByRole('menuitem', { name: item }).click()
}
const ofFolder = (item: string) => async (page: Page) => {
  await press('More for this folder')(page)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()

const scene = scenesOf({ state: opened(), answers: list(entries) })

/** The files of a server: the list, what can be done, the editor, and what goes wrong. */
export const fileScenes: readonly Scene[] = [
  scene('files', ['crash-reports', 'config', the('button', 'More for this folder')], { answers: list(entries, 3) }),
  scene('files-none', ['Nothing in this folder'], { answers: list([]) }),
  scene('files-odd-names', ['U+202E', '<img src=x onerror=alert(1)>.txt'], { answers: list(odd) }),
  scene('files-many', ['r.99.99.mca', /10,120 entries/], {
    answers: list(manyFiles, 120),
    act: async (page) => {
      await row(page, 'r.0.0.mca').first().focus()
      await page.keyboard.press('End')
      await page.clock.runFor(100)
    },
  }),
  scene('files-filtered', ['ops.json', '2 of 10', the('searchbox', 'Filter by name')], {
    act: async (page) => {
      await grid(page).waitFor()
      await press('Filter by name')(page)
      await page.keyboard.type('json')
    },
  }),
  scene('files-selected', ['4 selected', the('button', 'Permissions…'), the('button', 'Delete…')], {
    act: async (page) => {
      await row(page, 'config').click({ modifiers: ['Control'] })
      await row(page, 'plugins').click({ modifiers: ['Shift'] })
    },
  }),
  scene('files-menu', [the('menuitem', 'Unpack…'), the('menuitem', 'Rename…')], {
    act: menu('a-world-of-last-year-that-nobody-wants-to-lose-yet.tar.gz'),
  }),
  scene('files-read-only', [/Read only: this key lacks Files: read & write/], {
    state: opened({ keys: keysFor('files-read') }),
    answers: readsProperties,
    act: openFile('server.properties'),
  }),
  scene('files-rename', [the('dialog', 'Rename “ops.json”'), 'There is a file or folder with that name already.'], {
    act: steps(choose('ops.json', 'Rename…'), fill(/^Name$/, 'whitelist.json')),
  }),
  scene('files-move', [the('dialog', 'Move “ops.json”'), '“ops.json” is in that folder already.'], {
    act: async (page) => {
      await choose('ops.json', 'Move…')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'plugins' }).click()
    },
  }),
  scene('files-permissions', [/Everybody on the machine could change it/, the('checkbox', 'owner: read')], {
    act: steps(choose('server.properties', 'Permissions…'), click('others: write', 'checkbox')),
  }),
  scene('files-fetch', ['Overwrite the file of that name', the('button', 'Fetch')], {
    act: steps(
      ofFolder('Fetch from an address…'),
      fill('Address', 'https://github.com/example/paper/releases/download/1.21/paper.jar'),
      scrollTo('Overwrite the file of that name'),
    ),
  }),
  scene('files-editor', ['1 line changed', the('button', 'Show changes'), 'edited'], {
    answers: readsProperties,
    act: type,
  }),
  scene('files-editor-changes', [the('button', 'Back to the text')], {
    answers: readsProperties,
    act: async (page) => {
      await type(page)
      await page.getByRole('button', { name: 'Show changes' }).click()
      await page.locator('.cm-mergeView').waitFor()
      await page.clock.runFor(400)
    },
  }),
  scene('files-editor-find', [the('textbox', 'Find')], {
    answers: readsProperties,
    act: async (page) => {
      await openFile('server.properties')(page)
      await page.getByText('view-distance=10').click()
      await page.keyboard.press('Control+f')
      await page.keyboard.type('true')
    },
  }),
  scene(
    'files-changed-meanwhile',
    [/Somebody changed this file meanwhile/, the('button', 'Save yours over it'), the('button', 'Take theirs')],
    {
      answers: {
        ...readsProperties,
        'files:write': ok({ kind: 'changed', stamp: { size: 1_301, modifiedAt: ago(30) } }),
      },
      act: async (page) => {
        await type(page)
        await answerNow(page, 'files:read', ok(textReading(theirs, { stamp: { size: 1_301, modifiedAt: ago(30) } })))
        await save(page)
        await page.locator('.cm-mergeView').waitFor()
        await page.clock.runFor(400)
      },
    },
  ),
  scene('files-deleted-meanwhile', [/Somebody deleted or moved this file meanwhile/, the('button', 'Save it anew')], {
    answers: {
      ...reads(textReading(properties, { stamp, isConverted: true })),
      'files:write': ok({ kind: 'missing' }),
    },
    act: steps(type, save),
  }),
  scene('files-converted', [/The panel gave this file converted to UTF-8/], {
    answers: reads(
      textReading(properties.replaceAll('\n', '\r\n'), {
        stamp,
        isConverted: true,
        format: { encoding: 'windows-1252', hasBom: false },
      }),
    ),
    act: openFile('server.properties'),
  }),
  scene('files-binary', ['This is not a text file', the('button', 'Download…')], {
    answers: reads({ kind: 'binary', stamp: { size: 47 * 1_024 ** 2, modifiedAt: ago(90) } }),
    act: (page) => row(page, 'paper.jar').click(),
  }),
  scene('files-log', ['last part, read only', 'Last 1.0 MB of 104 MB', the('button', 'Download…')], {
    answers: {
      ...list([fileEntry('latest.log', { size: 104 * 1_024 ** 2, modifiedAt: ago(4) })]),
      ...reads({ kind: 'too-large', stamp: { size: 104 * 1_024 ** 2, modifiedAt: ago(4) } }),
      'files:readEnd': ok({ text: log, encoding: 'utf-8', size: 104 * 1_024 ** 2, isCut: true }),
    },
    act: openFile('latest.log'),
  }),
]
