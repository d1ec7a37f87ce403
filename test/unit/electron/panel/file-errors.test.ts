import { expect, it } from 'vitest'
import { codeOfFile } from '../../../../electron/panel/file-errors.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'

const remote = (words: string) => ({
  code: 'DaemonConnectionException',
  detail: `An error occurred on the remote host: ${words}. (request id: )`,
})

it.each<[number, string, ErrorCode]>([
  [404, 'The requested resources was not found on the system', 'file-not-found'],
  [403, 'This file cannot be modified: present in egg denylist', 'file-denied'],
  [400, 'Cannot perform that action: file is a directory', 'file-refused'],
  [400, 'There is not enough disk space available to perform that action', 'server-disk-full'],
  [409, 'This server does not have enough available space to generate a compressed archive', 'server-disk-full'],
  [400, 'Cannot move or rename file, destination already exists', 'file-exists'],
  [400, 'The archive provided is in a format Wings does not understand', 'archive-unknown'],
  [400, 'unknown archive format', 'archive-unknown'],
  [
    400,
    'One or more files this archive is attempting to overwrite are currently in use by another process. Please try again',
    'file-in-use',
  ],
  [400, 'The name is too long', 'file-refused'],
])('%i %s: %s', (status, words, code) => {
  expect(codeOfFile(status, remote(words))).toBe(code)
})

it.each<[string, ErrorCode]>([
  ['FileSizeTooLargeException', 'file-too-large'],
  ['FileNotFoundException', 'file-not-found'],
  ['FileNotEditableException', 'file-refused'],
  ['FileExistsException', 'file-exists'],
  ['RequestException', 'file-refused'],
])('what is told by its class alone: %s', (code, expected) => {
  expect(codeOfFile(500, { code, detail: 'An unexpected error was encountered.' })).toBe(expected)
})

it.each<[number, string, string]>([
  [504, 'DaemonConnectionException', 'Could not establish a connection to the machine running this server.'],
  [500, 'ConnectionException', ''],
  [403, 'AccessDeniedHttpException', 'This action is unauthorized.'],
  [404, 'NotFoundHttpException', 'The requested resource could not be found on the server.'],
  [409, 'DaemonConnectionException', 'Cannot do that to a server that is suspended'],
  [500, 'constructor', ''],
])('%i %s is not about files', (status, code, detail) => {
  expect(codeOfFile(status, { code, detail })).toBeNull()
})
