import { expect, it } from 'vitest'
import { parseArguments } from '../../../../electron/cli/args.ts'

const parse = (...argv: string[]) => {
  const read = parseArguments(argv)
  if (!read.ok) return read.error.code
  return read.value.kind === 'run' ? read.value.command : read.value.kind
}
const server = 'a1b2c3d4'

it.each<[string, string[], unknown]>([
  ['ls of the root', ['files', 'ls', server], { action: 'ls', path: '/' }],
  ['ls of a folder', ['files', 'ls', server, 'logs/'], { action: 'ls', path: '/logs' }],
  ['cat', ['files', 'cat', server, '/server.properties'], { action: 'cat', path: '/server.properties' }],
  ['get', ['files', 'get', server, 'a'], { action: 'get', path: '/a', folder: '.', isForced: false }],
  ['get to a folder', ['files', 'get', server, 'a', '--to', 'x', '--force'], { folder: 'x', isForced: true }],
  ['put', ['files', 'put', server, 'here.txt', 'there.txt'], { action: 'put', file: 'here.txt', path: '/there.txt' }],
  ['rm', ['files', 'rm', server, 'a/b', '--yes', 'b'], { action: 'rm', path: '/a/b', typedName: 'b' }],
])('reads %s', (_, argv, command) => {
  expect(parse(...argv)).toMatchObject({ name: 'files', identifier: server, ...(command as object) })
})

it.each<[string, string[], string]>([
  ['no action', ['files'], 'invalid-request'],
  ['a server that is none', ['files', 'ls', 'no/slash'], 'invalid-identifier'],
  ['a path that leads out', ['files', 'cat', server, '../../etc/passwd'], 'invalid-request'],
  ['a path with nothing in it', ['files', 'cat', server, 'a//b'], 'invalid-request'],
  ['the root as a file', ['files', 'cat', server, '/'], 'invalid-request'],
  ['the root to be deleted', ['files', 'rm', server, '/', '--yes', '/'], 'invalid-request'],
  ['no yes', ['files', 'rm', server, 'a'], 'invalid-request'],
  ['one file of two', ['files', 'put', server, 'a'], 'invalid-request'],
  ['no folder', ['files', 'get', server, 'a', '--to', ''], 'invalid-request'],
  ['another command’s option', ['files', 'ls', server, '--force'], 'invalid-request'],
])('refuses %s', (_, argv, code) => {
  expect(parse(...argv)).toBe(code)
})
