import { describe, expect, it } from 'vitest'
import { depthOf, reachOf } from '../../../../electron/network/hosts.ts'

describe('reachOf', () => {
  it.each([
    ['localhost', 'loopback'],
    ['127.0.0.1', 'loopback'],
    ['[::1]', 'loopback'],
    ['[::ffff:7f00:1]', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['169.254.10.10', 'private'],
    ['[fd12::1]', 'private'],
    ['[::ffff:a00:1]', 'private'],
    ['172.32.0.1', 'public'],
    ['100.64.0.1', 'public'],
    ['0.0.0.0', 'public'],
    ['[::]', 'public'],
    ['8.8.8.8', 'public'],
    ['[2002:a00:1::]', 'public'],
    ['localhost.', 'public'],
    ['panel.localhost', 'public'],
    ['10.0.0.1.nip.io', 'public'],
    ['router', 'public'],
    ['', 'public'],
  ])('%s is %s', (host, reach) => expect(reachOf(host)).toBe(reach))
})

describe('depthOf', () => {
  it.each([
    ['localhost', 'loopback'],
    ['LOCALHOST.', 'loopback'],
    ['panel.localhost', 'loopback'],
    ['[::1]', 'loopback'],
    ['[::ffff:7f00:1]', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['[::]', 'loopback'],
    ['169.254.169.254', 'private'],
    ['100.64.0.1', 'private'],
    ['[fe80::1]', 'private'],
    ['[fd12::1]', 'private'],
    ['[2002:a00:1::]', 'private'],
    ['8.8.8.8', 'public'],
    ['[2606:4700::1]', 'public'],
    ['panel.lan', 'private'],
    ['Node.Home.ARPA.', 'private'],
    ['printer.local', 'private'],
    ['panel.eu.internal', 'private'],
    ['router', 'private'],
    ['notlocalhost', 'private'],
    ['node.example.com', 'public'],
    ['panel.lan.example', 'public'],
    ['panel.xlan', 'public'],
    ['panel.notlocalhost', 'public'],
    ['', 'public'],
  ])('%s is %s', (host, depth) => expect(depthOf(host)).toBe(depth))
})
