import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../../../electron/cli/parse-arguments.ts'

const parse = (...argv: string[]) => {
  const read = parseArguments(argv)
  if (!read.ok) return read.error.code
  return read.value.kind === 'run' ? read.value.values : read.value.kind
}
const server = 'a1b2c3d4'
const id = '00000001-1111-4222-8333-444455556666'

describe('commands on backups', () => {
  it.each<[string, string[], object]>([
    ['list', ['backup', 'list', server], {}],
    ['create', ['backup', 'create', server], { name: '', lock: false, before: [], wait: false }],
    [
      'create with all of it',
      ['backup', 'create', server, '--name', ' Before ', '--lock', '--before', 'save-off; save-all flush;', '--wait'],
      { name: 'Before', lock: true, before: ['save-off', 'save-all flush'], wait: true },
    ],
    ['download', ['backup', 'download', server, id, '--to', '.'], { backup: id, to: '.' }],
    ['lock by the begin of its id', ['backup', 'lock', server, '0000000A'], { backup: '0000000a' }],
    ['unlock', ['backup', 'unlock', server, id], { backup: id }],
    ['delete', ['backup', 'delete', server, id, '--yes', 'My backup'], { backup: id, yes: 'My backup' }],
    [
      'restore',
      ['backup', 'restore', server, id, '--yes', 'My backup', '--delete-files'],
      { backup: id, yes: 'My backup', 'delete-files': true, wait: false },
    ],
  ])('%s', (_, argv, values) => {
    expect(parse(...argv)).toEqual({ server, ...values })
  })

  it.each<[string, string[], string]>([
    ['no action', ['backup'], 'invalid-request'],
    ['no server', ['backup', 'list'], 'invalid-request'],
    ['a server that is none', ['backup', 'list', 'no/slash'], 'invalid-identifier'],
    ['no backup', ['backup', 'lock', server], 'invalid-request'],
    ['an id that leads elsewhere', ['backup', 'lock', server, '../../x'], 'invalid-request'],
    ['too little of an id', ['backup', 'lock', server, '0000'], 'invalid-request'],
    ['no folder', ['backup', 'download', server, id], 'invalid-request'],
    ['no yes', ['backup', 'delete', server, id], 'invalid-request'],
    ['a restore without a yes', ['backup', 'restore', server, id], 'invalid-request'],
    ['a yes without a name', ['backup', 'delete', server, id, '--yes'], 'invalid-request'],
    ['a long name', ['backup', 'create', server, '--name', 'x'.repeat(192)], 'invalid-request'],
    ['too many commands', ['backup', 'create', server, '--before', 'a;b;c;d;e;f'], 'invalid-request'],
    ['a command of two lines', ['backup', 'create', server, '--before', 'a\nb'], 'invalid-command'],
    ['another command’s option', ['backup', 'list', server, '--lock'], 'invalid-request'],
  ])('refuse %s', (_, argv, code) => {
    expect(parse(...argv)).toBe(code)
  })
})

describe('commands on the panel’s schedules', () => {
  it('list', () => expect(parse('schedule', 'list', server)).toEqual({ server }))
  it.each(['run', 'pause', 'resume'])('%s', (action) => {
    expect(parse('schedule', action, server, '12')).toEqual({ server, schedule: 12 })
  })

  it.each([['run', server], ['run', server, '0'], ['run', server, '1e3'], ['run', server, '-1'], ['list'], ['pause']])(
    'refuse %j',
    (...words) => {
      expect(parse('schedule', ...words)).toBe('invalid-request')
    },
  )
})
