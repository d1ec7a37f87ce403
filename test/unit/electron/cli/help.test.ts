import { describe, expect, it } from 'vitest'
import { commonOptions } from '../../../../electron/cli/argument-types.ts'
import { commands, groups } from '../../../../electron/cli/commands.ts'
import { helpPage } from '../../../../electron/cli/help.ts'

const names = commands.map(({ name }) => name)

describe('help', () => {
  it('lists every command', () => {
    const page = helpPage(null)
    for (const name of names) expect(page).toContain(`\n  ${name} `)
    expect(page.split('\n').filter((line) => line.length > 120)).toEqual([])
  })

  it.each(commands)('of $name tells its arguments and options', ({ name, args, options, help }) => {
    const page = helpPage(name)
    expect(page).toMatch(new RegExp(`^Usage: servertray ${name} `))
    expect(page.toLowerCase()).toContain(help.toLowerCase())
    for (const { values, name } of args) expect(page).toContain(values?.join('|') ?? name)
    for (const option of Object.keys({ ...options, ...commonOptions }))
      expect(page).toMatch(new RegExp(`\n  --${option}(?:\\[=\\w+\\])? `))
    for (const other of commands.flatMap((one) => Object.keys(one.options))) {
      if (!Object.hasOwn(options, other)) expect(page).not.toMatch(new RegExp(`\n  --${other}[ [=]`))
    }
    expect(page.split('\n').filter((line) => line.length > 120)).toEqual([])
  })

  it('tells the waits that are in force', () => {
    const page = helpPage('list')
    expect(page).toContain('for one answer in seconds (20; actions 25)')
    expect(page).toContain('for rate limits in seconds (30; list and status 90, console none)')
  })

  it('of a group lists its commands', () => {
    expect([...groups]).toEqual([
      ['plan', ['list']],
      ['backup', ['list', 'create', 'download', 'lock', 'unlock', 'delete', 'restore']],
      ['schedule', ['list', 'run', 'pause', 'resume']],
      ['files', ['ls', 'cat', 'get', 'put', 'rm']],
      ['startup', ['get', 'set']],
      ['db', ['list']],
      ['keys', ['list', 'add', 'remove', 'check']],
    ])
    for (const action of groups.get('keys') ?? []) expect(helpPage('keys')).toContain(`keys ${action} `)
    expect(helpPage('keys')).not.toContain('watch')
  })
})

describe('the table', () => {
  it('has each name once, and one kind for options of the same name', () => {
    expect(new Set(names).size).toBe(names.length)
    const kinds = commands.flatMap(({ options }) =>
      Object.entries(options).map(([name, { type }]) => `${name} ${type}`),
    )
    const optionNames = new Set(commands.flatMap(({ options }) => Object.keys(options)))
    expect(new Set(kinds).size).toBe(optionNames.size)
    for (const name of optionNames) expect(Object.hasOwn(commonOptions, name)).toBe(false)
  })
})
