import { describe, expect, it } from 'vitest'
import { saysNotRunning } from '../../../../electron/panel/error-body.ts'

describe('saysNotRunning', () => {
  it.each([
    'Server must be online in order to send commands.',
    'The server is not running.',
    "The server isn't running.",
    'This server is currently offline.',
    'Cannot send commands to a stopped server instance.',
    'Commands cannot be sent while the server is offline.',
    'The server needs to be running to do that.',
    'A command requires a running server.',
    'The server has not been started.',
    'Start the server first.',
    'Instance is powered off',
  ])('%s', (detail) => {
    expect(saysNotRunning({ code: '', detail })).toBe(true)
  })

  it.each(['ServerNotRunningException', 'server_offline', 'SERVER-NOT-RUNNING', 'ServerOfflineException'])(
    'class %s',
    (code) => {
      expect(saysNotRunning({ code, detail: '' })).toBe(true)
    },
  )

  it.each([
    '',
    'The command field is required.',
    'This server is currently suspended and the functionality requested is unavailable.',
    'This server has not yet completed its installation process, please try again later.',
    'The node of this server is currently offline.',
    'The machine running this server is not running.',
    'Another command is running.',
    'The key may not be used while running a sale.',
  ])('not: %s', (detail) => {
    expect(saysNotRunning({ code: 'HttpException', detail })).toBe(false)
  })
})
