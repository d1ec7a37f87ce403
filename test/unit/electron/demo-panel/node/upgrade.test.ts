import { describe, expect, it } from 'vitest'
import { type Handshake, refusalOf, serverOf } from '../../../../../electron/demo-panel/node/upgrade.ts'
import { uuid } from './example-claims.ts'

describe('the handshake', () => {
  const good: Handshake = {
    ownHost: true,
    origin: 'http://p',
    panelOrigin: 'http://p',
    known: true,
    open: 0,
    maxSockets: 30,
  }
  it.each([
    ['as it should be', {}, null],
    ['at another name', { ownHost: false, origin: undefined }, 421],
    ['without an origin', { origin: undefined }, 403],
    ['from another origin', { origin: 'http://p/' }, 403],
    ['before the panel listens', { panelOrigin: null, origin: undefined }, 403],
    ['for an unknown server', { known: false }, 404],
    ['as the last socket', { open: 29 }, null],
    ['as one socket too many', { open: 30 }, 400],
  ])('%s', (_what, changes, status) => expect(refusalOf({ ...good, ...changes })?.status ?? null).toBe(status))

  it.each([
    [`/api/servers/${uuid}/ws`, uuid],
    [`/api/servers/${uuid}/ws?token=x`, uuid],
    [`/api/servers/${uuid}/ws/`, null],
    [`/api/servers/${uuid}/wss`, null],
    ['/api/servers/a1b2c3d4/ws', null],
    [`//evil.example/api/servers/${uuid}/ws`, null],
    [`http://evil.example/api/servers/${uuid}/ws`, null],
    ['/', null],
    ['', null],
  ])('to %s', (target, expected) => expect(serverOf(target)).toBe(expected))
})
