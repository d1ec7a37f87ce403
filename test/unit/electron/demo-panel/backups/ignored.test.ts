import { describe, expect, it } from 'vitest'
import { ignoreFileOf, linesOf, withoutIgnored } from '../../../../../electron/demo-panel/backups/ignored.ts'

const entry = (content: string | null) => ({
  content: content === null ? null : new TextEncoder().encode(content),
  createdAt: 0,
  modifiedAt: 0,
})
const entries = new Map([
  ['/logs', entry(null)],
  ['/logs/latest.log', entry('x')],
  ['/world', entry(null)],
  ['/world/logs', entry('a file')],
  ['/world/a.dat', entry('x')],
  ['/server.log', entry('x')],
  ['/a+b.txt', entry('x')],
])
const all = [...entries.keys()]

describe('lines that say what a backup leaves out', () => {
  const table: readonly (readonly [lines: readonly string[], gone: readonly string[]])[] = [
    [[], []],
    [['# a comment'], []],
    [['logs'], ['/logs', '/logs/latest.log', '/world/logs']],
    [['logs/'], ['/logs', '/logs/latest.log']],
    [['/logs'], ['/logs', '/logs/latest.log']],
    [['*.log'], ['/logs/latest.log', '/server.log']],
    [['/*.log'], ['/server.log']],
    [['world/*.dat'], ['/world/a.dat']],
    [['world/?.dat'], ['/world/a.dat']],
    [['world/**'], ['/world', '/world/logs', '/world/a.dat']],
    [['*.log', '!server.log'], ['/logs/latest.log']],
    [['a+b.txt'], ['/a+b.txt']],
    [['a.b.txt', '[', '(', '\\'], []],
    [['*a*a*a*a*a*a*a*b'], []],
    [['x'.repeat(300)], []],
  ]
  it.each(table)('%j', (lines, gone) => {
    expect([...withoutIgnored(entries, lines).keys()]).toEqual(all.filter((path) => !gone.includes(path)))
  })

  it('are those of the server’s own file, whose name the panel chooses', () => {
    const own = new Map([['/.pteroignore', entry('logs\r\n\n*.log\n')]])
    expect(ignoreFileOf(own, 'pterodactyl')).toEqual(['logs', '*.log'])
    expect(ignoreFileOf(own, 'pelican')).toEqual([])
    expect(ignoreFileOf(new Map([['/.pelicanignore', entry('a')]]), 'pelican')).toEqual(['a'])
    expect(ignoreFileOf(new Map([['/.pteroignore', entry('x'.repeat(32_769))]]), 'pterodactyl')).toEqual([])
    expect(ignoreFileOf(new Map([['/.pteroignore', entry(null)]]), 'pterodactyl')).toEqual([])
    expect(linesOf('\n \na\n')).toEqual(['a'])
  })
})
