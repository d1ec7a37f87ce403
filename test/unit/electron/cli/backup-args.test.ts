import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../../../electron/cli/args.ts'

const parse = (...argv: string[]) => {
  const read = parseArguments(argv)
  if (!read.ok) return read.error.code
  return read.value.kind === 'run' ? read.value.command : read.value.kind
}
const server = 'a1b2c3d4'
const id = '00000001-1111-4222-8333-444455556666'

describe('commands on backups', () => {
  it.each<[string, string[], unknown]>([
    ['list', ['backup', 'list', server], { action: 'list', identifier: server }],
    [
      'create',
      ['backup', 'create', server],
      { action: 'create', backupName: '', isLocked: false, before: [], waits: false },
    ],
    [
      'create with all of it',
      ['backup', 'create', server, '--name', ' Before ', '--lock', '--before', 'save-off; save-all flush;', '--wait'],
      { backupName: 'Before', isLocked: true, before: ['save-off', 'save-all flush'], waits: true },
    ],
    ['download', ['backup', 'download', server, id, '--to', '.'], { action: 'download', backup: id, folder: '.' }],
    ['lock by the begin of its id', ['backup', 'lock', server, '0000000A'], { action: 'lock', backup: '0000000a' }],
    ['unlock', ['backup', 'unlock', server, id], { action: 'unlock', backup: id }],
    ['delete', ['backup', 'delete', server, id, '--yes', 'My backup'], { action: 'delete', typedName: 'My backup' }],
    [
      'restore',
      ['backup', 'restore', server, id, '--yes', 'My backup', '--delete-files'],
      { action: 'restore', typedName: 'My backup', deletesFiles: true, waits: false },
    ],
  ])('%s', (_, argv, command) => {
    expect(parse(...argv)).toMatchObject({ name: 'backup', ...(command as object) })
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
  it.each<[string, string[], unknown]>([
    ['list', ['schedule', 'list', server], { action: 'list', identifier: server }],
    ['run', ['schedule', 'run', server, '12'], { action: 'run', schedule: 12 }],
    ['pause', ['schedule', 'pause', server, '12'], { action: 'pause', schedule: 12 }],
    ['resume', ['schedule', 'resume', server, '12'], { action: 'resume', schedule: 12 }],
  ])('%s', (_, argv, command) => {
    expect(parse(...argv)).toEqual({ name: 'schedule', identifier: server, ...(command as object) })
  })

  it.each([['run', server], ['run', server, '0'], ['run', server, '1e3'], ['run', server, '-1'], ['list'], ['pause']])(
    'refuse %j',
    (...words) => {
      expect(parse('schedule', ...words)).toBe('invalid-request')
    },
  )
})
