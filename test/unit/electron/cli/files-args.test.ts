import { expect, it } from 'vitest'
import { parseArguments } from '../../../../electron/cli/parse-arguments.ts'

const parse = (...argv: string[]) => {
  const read = parseArguments(argv)
  if (!read.ok) return read.error.code
  return read.value.kind === 'run' ? read.value.values : read.value.kind
}
const server = 'a1b2c3d4'

it.each<[string, string[], object]>([
  ['ls of the root', ['files', 'ls', server], { path: '/' }],
  ['ls of a folder', ['files', 'ls', server, 'logs/'], { path: '/logs' }],
  ['cat', ['files', 'cat', server, '/server.properties'], { path: '/server.properties' }],
  ['get', ['files', 'get', server, 'a'], { path: '/a', to: '.', force: false }],
  ['get to a folder', ['files', 'get', server, 'a', '--to', 'x', '--force'], { path: '/a', to: 'x', force: true }],
  ['put', ['files', 'put', server, 'here.txt', 'there.txt'], { file: 'here.txt', path: '/there.txt', force: false }],
  ['rm', ['files', 'rm', server, 'a/b', '--yes', 'b'], { path: '/a/b', yes: 'b' }],
])('reads %s', (_, argv, values) => {
  expect(parse(...argv)).toEqual({ server, ...values })
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
