import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findServer, ownConsole } from '../../../renderer/app/own-console.ts'
import { addressPattern } from '../../../renderer/features/console/links.ts'
import { ansiColours, searchColours, terminalTheme } from '../../../renderer/features/console/screen.ts'
import { columnsOf, formatLine, plainText, terminalText } from '../../../renderer/features/console/terminal-text.ts'
import {
  commandsOf,
  fillPlaceholders,
  placeholdersOf,
  savedFor,
  suggest,
  valueProblem,
} from '../../../renderer/parts/commands/command-text.ts'
import { createLines, type Lines } from '../../../renderer/state/lines.ts'
import { createView, withoutTab } from '../../../renderer/state/view.ts'
import { lineKinds } from '../../../shared/model/console.ts'
import type { ConsoleLine } from '../../../shared/model/console-schema.ts'
import type { SavedCommand } from '../../../shared/model/preferences-schema.ts'
import { anyCharacter } from '../../fixtures/any-character.ts'
import { appState } from '../../fixtures/app-state.ts'
import { sizeOf } from '../../fixtures/run.ts'
import { serverView } from '../../fixtures/server-view.ts'

const esc = '\u001b'
const line = (seq: number, more: Partial<ConsoleLine> = {}): ConsoleLine => ({
  seq,
  at: new Date(2026, 0, 15, 12, 3, 58).getTime(),
  kind: 'output',
  text: `line ${seq}`,
  ...more,
})

describe('text for the terminal', () => {
  test.each([
    ['plain', 'Done (8.214s)! For help, type "help"', 'Done (8.214s)! For help, type "help"'],
    ['letters of the world', 'Grüße 日本語 🎮 שלום', 'Grüße 日本語 🎮 שלום'],
    ['a tab', 'a\tb', 'a\tb'],
    ['a colour', `${esc}[31mred${esc}[0m`, `${esc}[31mred${esc}[0m`],
    ['a reset without a number', `${esc}[m`, `${esc}[0m`],
    ['several attributes', `${esc}[1;4;93;44mx`, `${esc}[1;4;93;44mx`],
    ['a palette colour', `${esc}[38;5;214mx`, `${esc}[38;5;214mx`],
    ['a true colour', `${esc}[48;2;1;22;255mx`, `${esc}[48;2;1;22;255mx`],
    ['a true colour with colons', `${esc}[38:2:1:22:255mx`, `${esc}[38;2;1;22;255mx`],
    ['half a colour', `${esc}[38;5mx`, 'x'],
    ['a colour beyond bounds', `${esc}[38;5;900mx`, 'x'],
    ['dim, blinking and hidden text', `${esc}[2;5;8mx`, 'x'],
    ['a hidden one among others', `${esc}[31;8mx`, `${esc}[31mx`],
    ['leading zeros, and parameters that are left out', `${esc}[01;32m${esc}[;1m`, `${esc}[01;32m${esc}[0;1m`],
    ['clipboard (OSC 52)', `a${esc}]52;c;cHduZWQ=\u0007b`, 'ab'],
    ['a title without an end', `a${esc}]0;pwned`, 'a'],
    ['a hyperlink (OSC 8)', `${esc}]8;;https://evil.example${esc}\\click${esc}]8;;${esc}\\`, 'click'],
    ['a device string', `a${esc}P+q544e${esc}\\b`, 'ab'],
    ['cursor moves', `a${esc}[2Ab${esc}[10;10Hc${esc}[2Jd${esc}[K`, 'abcd'],
    ['a question to the terminal', `a${esc}[6nb${esc}[cc${esc}[>0qd`, 'abcd'],
    ['private modes', `a${esc}[?1049hb${esc}[?25l`, 'ab'],
    ['a reset of the terminal', `a${esc}cb${esc}7c${esc}(0d`, 'abcd'],
    ['a lone escape', `a${esc}`, 'a'],
    ['an unfinished sequence', `a${esc}[12`, 'a'],
    ['carriage return, line feed, bell, backspace', 'a\rb\nc\u0007d\be\u0000', 'abcde'],
    ['8-bit controls', 'a\u009b31mb\u009d0;x\u009cc\u0090d\u0085', 'a31mb0;xcd'],
    ['bidirectional controls', 'a\u202eb\u2066c\u200fd\u061ce', 'abcde'],
    ['invisible ones', 'a\u200bb\ufeffc\u2028d\u2060e', 'abcde'],
    ['half a surrogate pair', 'a\ud800b', 'ab'],
  ])('%s', (_, text, expected) => expect(terminalText(text)).toBe(expected))

  test('whatever comes, only text, tabs and colours remain', () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          esc,
          '\u009b',
          '\u009d',
          '\u0007',
          '[',
          ']',
          '?',
          ';',
          '3',
          '8',
          '5',
          'm',
          'H',
          '\\',
          '\r',
          '\t',
        ),
        fc.string({ unit: anyCharacter, maxLength: 1 }),
      ),
    })
    fc.assert(
      fc.property(nasty, (text) => {
        const left = terminalText(text).replaceAll(new RegExp(`${esc}\\[[0-9;]+m`, 'g'), '')
        expect(left).not.toMatch(/(?!\t)[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f]/u)
        expect(plainText(text)).toBe(left)
      }),
      { numRuns: sizeOf({ short: 300, long: 1_000 }) },
    )
  })

  test.each([
    ['abc', 3],
    ['a\tb', 9],
    ['日本', 4],
    [`${esc}[31mred${esc}[0m`, 3],
    ['', 0],
  ])('%j takes %d columns', (text, columns) => expect(columnsOf(text)).toBe(columns))
})

describe('lines', () => {
  const dim = `${esc}[90m`
  const end = `${esc}[0m`
  test.each<[Partial<ConsoleLine>, boolean, string]>([
    [{ text: 'hi' }, false, `hi${end}`],
    [{ text: `${esc}[31mhi` }, true, `${dim}12:03:58${end} ${esc}[31mhi${end}`],
    [{ text: 'read back', at: null }, true, `         read back${end}`],
    [{ kind: 'daemon', text: 'hi' }, false, `${dim}◆ hi${end}`],
    [{ kind: 'install', text: 'hi' }, false, `${dim}⇣ hi${end}`],
    [{ kind: 'state', text: 'hi' }, false, `${dim}● hi${end}`],
    [{ kind: 'note', text: `${esc}[31mhi` }, false, `${dim}· hi${end}`],
    [{ kind: 'gap', text: 'lost' }, true, `${dim}──────── lost ────────${end}`],
    [{ kind: 'command', text: 'list' }, true, `${dim}12:03:58${end} ${esc}[94m> list${end}`],
  ])('%j', (more, timestamps, expected) => expect(formatLine(line(1, more), { timestamps })).toBe(expected))

  test.each(lineKinds)('of the kind %s let nothing through but text and colours', (kind) => {
    const drawn = formatLine(line(1, { kind, text: `a${esc}]0;x\u0007\rb${esc}[2J` }), { timestamps: true })
    expect(drawn).toContain('ab')
    expect(drawn.replaceAll(new RegExp(`${esc}\\[\\d+m`, 'g'), '')).not.toMatch(/\p{Cc}/u)
  })

  const taken = (lines: Lines) => lines.take(1_000).map(({ text }) => text)

  test('come in order, once, from answer and pushes; those from before are asked for by the newest number', () => {
    const lines = createLines(() => {})
    lines.add([line(1), line(2)])
    lines.add([line(2), line(3)])
    expect([taken(lines), lines.hasMore(), lines.lastSeq()]).toEqual([['line 1', 'line 2', 'line 3'], false, 3])
    lines.add([line(1)])
    lines.clear(4)
    lines.add([line(4), line(5)])
    expect(taken(lines)).toEqual(['line 5'])
    lines.restart([line(1)])
    expect([taken(lines), lines.epoch()]).toEqual([['line 1'], 2])
  })

  test.each([
    ['the app says so', line(2), true],
    ['a number is missing', line(3), false],
  ])('a mark stands where %s', (_, after, isCut) => {
    const lines = createLines(() => {})
    lines.add([line(1)])
    lines.add([after], isCut)
    expect(taken(lines)).toEqual(['line 1', 'earlier lines are kept no more', after.text])
  })

  test('are asked for once all before are taken, cleared, or known', () => {
    const asked: unknown[] = []
    const lines = createLines(() => void asked.push(lines.lastSeq()))
    lines.add([line(1), line(2)])
    lines.take(50)
    expect(asked).toEqual([])
    lines.take(50)
    lines.take(50)
    lines.add([line(2)])
    lines.add([line(3)])
    lines.clear(4)
    expect(asked).toEqual([2, 2, 4])
  })

  test('are taken in pieces; one that is longer than a piece comes alone', () => {
    const lines = createLines(() => {})
    lines.add([line(1, { text: 'x'.repeat(100) }), line(2), line(3)])
    expect([1, 2, 3].map(() => lines.take(99).length)).toEqual([1, 2, 0])
  })
})

describe('addresses in the output', () => {
  test.each([
    ['see https://a.example/x?y=1#z.', ['https://a.example/x?y=1#z']],
    ['(https://a.example/wiki/Foo_(bar))', ['https://a.example/wiki/Foo_(bar)']],
    ['"http://a.example", <https://b.example/>', ['http://a.example', 'https://b.example/']],
    ['HTTPS://A.EXAMPLE!', ['HTTPS://A.EXAMPLE']],
    ['http://localhost:8080/map', ['http://localhost:8080/map']],
    ['javascript:alert(1) file:///etc/passwd ftp://a.example a.example', []],
    ['[http://[::1]:8080/map], https://a.example/a(b', ['http://[::1]:8080/map', 'https://a.example/a']],
    ['https:// http://.. https://[', []],
  ])('%s', (text, expected) => {
    expect(text.match(new RegExp(addressPattern, 'giu')) ?? []).toEqual(expected)
  })
})

describe('saved commands', () => {
  test.each([
    ['kick {player} {reason}', ['player', 'reason']],
    ['say {name} and {name}', ['name']],
    ['give {how many} {item-2}', ['how many', 'item-2']],
    ['tellraw @a {"text":"hi"}', []],
    ['give @p stone{Count:1} {}', []],
    ['{1st}', []],
    ['{Größe}', ['Größe']],
  ])('%s asks for %j', (command, names) => expect(placeholdersOf(command)).toEqual(names))

  test('are filled, each place of a name alike, and once', () => {
    expect(fillPlaceholders('tell {a} {b} {a}', { a: ' {b} ', b: '$1' })).toBe('tell {b} $1 {b}')
    expect(fillPlaceholders('kick {player}', { player: ' ' })).toBe('kick {player}')
    expect(fillPlaceholders('say {constructor} {toString}', {})).toBe('say {constructor} {toString}')
  })

  test.each([
    ['mira', null],
    [' ', 'Type something here.'],
    ['a\nb', 'Use one line without control characters.'],
    [`a${esc}b`, 'Use one line without control characters.'],
  ])('%j fits: %s', (value, problem) => expect(valueProblem(value)).toBe(problem))

  const { ref } = serverView()
  const other = serverView({ identifier: 'ffffffff' }).ref
  const saved = (id: string, text: string, of: SavedCommand['ref']) => ({ id, ref: of, text }) as SavedCommand
  const kept = [saved('1', 'save-all', null), saved('2', 'stop', other), saved('3', 'say {text}', ref)]

  test('those of a server come before those for all', () => {
    expect(savedFor(kept, ref).map(({ id }) => id)).toEqual(['3', '1'])
  })

  test.each([
    ['sa', ['say {text}', 'save-all', 'say b', 'say a']],
    ['SAY', ['say {text}', 'say b', 'say a']],
    ['say a', []],
    ['', ['say {text}', 'save-all', 'list', 'say b', 'say a']],
    ['zzz', []],
  ])('%j may grow into %j', (typed, expected) => {
    const history = ['list', 'say a', 'save-all', 'say b', 'list']
    expect(suggest(typed, history, savedFor(kept, ref)).map(({ text }) => text)).toEqual(expected)
  })
})

describe('commands', () => {
  test.each([
    [' say\thi ', [' say\thi ']],
    ['a\r\n\n  b\rc', ['a', '  b', 'c']],
    [`a${esc}[31mb`, ['a [31mb']],
    ['\n\t\n', []],
  ])('%j holds %j', (text, commands) => expect(commandsOf(text)).toEqual(commands))
})

describe('tabs', () => {
  const refs = Array.from({ length: 9 }, (_, i) => serverView({ identifier: `0000000${i}` }).ref)
  const [a, b, c] = refs as [(typeof refs)[0], (typeof refs)[0], (typeof refs)[0]]
  test('eight at most; the first opened goes', () => {
    const view = createView()
    for (const open of refs) view.setState({ open })
    const { tabs } = view.getState()
    expect(tabs).toEqual(refs.slice(1))
    view.setState({ open: b })
    expect(view.getState().tabs).toBe(tabs)
  })
  test.each([
    [b, [a, b, c], { tabs: [a, c], open: c }],
    [c, [a, b, c], { tabs: [a, b], open: b }],
    [a, [a, b, c], { tabs: [b, c], open: b }],
    [a, [a], { tabs: [], open: null }],
  ])('without %s, which was shown', (open, tabs, left) => {
    const view = createView()
    view.setState({ tabs, open })
    view.setState(withoutTab(open))
    expect(view.getState()).toMatchObject(left)
  })
})

describe('a window of its own', () => {
  const server = serverView()
  test.each([
    [`#console=${encodeURIComponent(server.ref)}`, server.ref],
    ['#other', null],
    ['', null],
  ])('%j', (hash, name) => expect(ownConsole(hash)).toBe(name))
  test('shows a server of the list only', () => {
    const state = appState({ servers: [server] })
    expect(findServer(state, server.ref)).toBe(server.ref)
    expect(findServer(state, 'home/ffffffff')).toBeNull()
  })
})

describe('colours of the terminal', () => {
  const css = readFileSync(new URL('../../../renderer/ui/tokens.css', import.meta.url), 'utf8')
  const token = (theme: string, name: string) =>
    new RegExp(`--${name}: light-dark\\((?<light>#[0-9a-f]{6}), (?<dark>#[0-9a-f]{6})\\);`).exec(css)?.groups?.[
      theme
    ] ?? ''
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (one: string, two: string) => {
    const [high = 0, low = 0] = [luminance(one), luminance(two)].sort((x, y) => y - x)
    return (high + 0.05) / (low + 0.05)
  }
  const names = ['term', 'term-dim', ...ansiColours.flatMap((name) => [`term-${name}`, `term-bright-${name}`])]
  test.each(['light', 'dark'].flatMap((theme) => names.map((name) => [theme, name] as const)))(
    '%s: %s stands out from the background by 4.5 to 1',
    (theme, name) => expect(contrast(token(theme, name), token(theme, 'term-bg'))).toBeGreaterThanOrEqual(4.5),
  )

  afterEach(() => void vi.unstubAllGlobals())
  test('go to the terminal as plain ones, in forced colours too, and all that it wants are there', () => {
    const element = { style: { color: '', forcedColorAdjust: '' } } as HTMLElement
    const wanted = new Set<string>()
    vi.stubGlobal('getComputedStyle', ({ style }: HTMLElement) => {
      wanted.add(style.color.slice('var(--'.length, -1))
      return { color: style.forcedColorAdjust === 'none' ? 'rgb(23, 113, 58)' : 'rgb(0, 0, 0)' }
    })
    const colours = { ...terminalTheme(element), ...searchColours(element) }
    expect(new Set(Object.values(colours))).toEqual(new Set(['#17713a']))
    expect([...wanted].filter((name) => token('dark', name) === '')).toEqual([])
  })
})
