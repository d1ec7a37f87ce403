import { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../../electron/lib/clock.ts'
import { createAuthorities } from '../../../../electron/network/authorities.ts'
import { openConnection } from '../../../../electron/network/connect.ts'
import { isLocalNetworkRefused } from '../../../../electron/network/local-network.ts'

const failure = (code: string, address?: string) => Object.assign(new Error(`connect ${code}`), { code, address })
const several = (...failures: Error[]) => new AggregateError(failures, 'all failed')

describe('macOS keeps its local network from the app', () => {
  it.each<[string, unknown, NodeJS.Platform, boolean]>([
    ['an address of a home', failure('EHOSTUNREACH', '192.168.1.20'), 'darwin', true],
    ['an address of its own range of IPv6', failure('EHOSTUNREACH', 'fd00::1'), 'darwin', true],
    [
      'one of several',
      several(failure('ECONNREFUSED', 'fd00::1'), failure('EHOSTUNREACH', '10.0.0.5')),
      'darwin',
      true,
    ],
    ['a public address', failure('EHOSTUNREACH', '93.184.215.14'), 'darwin', false],
    ['this computer', failure('EHOSTUNREACH', '127.0.0.1'), 'darwin', false],
    ['a refusal', failure('ECONNREFUSED', '192.168.1.20'), 'darwin', false],
    ['no address told', failure('EHOSTUNREACH'), 'darwin', false],
    ['Linux', failure('EHOSTUNREACH', '192.168.1.20'), 'linux', false],
    ['Windows', failure('EHOSTUNREACH', '192.168.1.20'), 'win32', false],
    ['what is no error', 'EHOSTUNREACH', 'darwin', false],
  ])('%s', (_name, thrown, platform, isRefused) => {
    expect(isLocalNetworkRefused(thrown, platform)).toBe(isRefused)
  })

  it('is said with the error of the connection', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      queueMicrotask(() => this.destroy(failure('EHOSTUNREACH', '192.168.1.20')))
      return this
    })
    const open = (platform: NodeJS.Platform) =>
      openConnection({
        target: { protocol: 'https:', host: '192.168.1.20', port: 443 },
        routes: [{ kind: 'direct' }],
        trusted: null,
        authorities: createAuthorities(async () => []),
        platform,
        clock: systemClock,
      })
    await expect(open('darwin')).rejects.toMatchObject({
      error: { code: 'local-network-refused', hint: expect.stringContaining('Local Network') },
    })
    await expect(open('linux')).rejects.toMatchObject({ code: 'EHOSTUNREACH' })
    connect.mockRestore()
  })
})
