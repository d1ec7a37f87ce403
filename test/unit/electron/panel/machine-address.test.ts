import { describe, expect, it } from 'vitest'
import { parseConsoleAddress, placeOfConsole } from '../../../../electron/panel/machine-address.ts'

const outside = 'https://panel.example.com/api/client'
const inside = 'http://192.168.1.5/api/client'
const named = 'https://panel.lan/api/client'
const here = 'http://127.0.0.1:4000/api/client'

describe('parseConsoleAddress', () => {
  it.each([
    ['wss anywhere', 'wss://node.example.com:8080/api/servers/x/ws', outside],
    ['wss out in the world, for a panel inside', 'wss://node.example.com/ws', inside],
    ['wss inside, for a panel there', 'wss://10.0.0.8:8080/ws', inside],
    ['wss inside, for a panel on this computer', 'wss://10.0.0.8:8080/ws', here],
    ['wss on this computer, for a panel there', 'wss://localhost:8080/ws', here],
    ['wss inside, for a panel of a private name', 'wss://192.168.1.9:8080/ws', named],
    ['wss to a private name, for a panel of one', 'wss://node.home.arpa:8080/ws', named],
    ['wss to a private name, for a panel inside', 'wss://node.lan/ws', inside],
    ['wss out in the world, for a panel of a private name', 'wss://node.example.com/ws', named],
    ['ws on this computer, for a panel there', 'ws://127.0.0.1:8080/ws', here],
    ['ws to the panel’s own host, in a private network', 'ws://192.168.1.5:8080/ws', inside],
    ['ws to localhost', 'ws://localhost:8080/ws', here],
    ['ws over IPv6', 'ws://[::1]:8080/ws', here],
  ])('takes %s', (_, address, panel) => {
    expect(parseConsoleAddress(address, panel)).toMatchObject({ ok: true })
  })

  it.each([
    ['ws out in the world', 'ws://node.example.com:8080/ws', inside],
    ['ws out in the world, to the panel’s own host', 'ws://panel.example.com:8080/ws', outside],
    ['ws inside, for a panel out in the world', 'ws://10.0.0.8:8080/ws', outside],
    ['ws to another host inside, for a panel inside', 'ws://192.168.1.6:8080/ws', inside],
    ['ws inside, for a panel on this computer', 'ws://192.168.1.6:8080/ws', here],
    ['ws on this computer, for a panel inside', 'ws://127.0.0.1:8080/admin?x', inside],
    ['ws on this computer by name, for a panel inside', 'ws://localhost:8080/ws', inside],
    ['ws on this computer, for a panel out in the world', 'ws://127.0.0.1:8080/ws', outside],
    ['wss on this computer, for a panel inside', 'wss://127.0.0.1:8080/ws', inside],
    ['wss to what systems take for this computer', 'wss://0.0.0.0:8080/ws', outside],
    ['wss to a name of this computer', 'wss://x.localhost:8080/ws', outside],
    ['wss to this computer in another spelling', 'wss://[::ffff:127.0.0.1]:8080/ws', inside],
    ['wss inside, for a panel out in the world', 'wss://192.168.1.9:8080/ws', outside],
    ['wss to a link-local address, for a panel out in the world', 'wss://169.254.169.254/ws', outside],
    ['wss to a shared address, for a panel out in the world', 'wss://100.64.0.1/ws', outside],
    ['wss to a private name, for a panel out in the world', 'wss://router.lan/ws', outside],
    ['wss to a name without a dot, for a panel out in the world', 'wss://router/ws', outside],
    ['wss on this computer, for a panel of a private name', 'wss://127.0.0.1:8080/ws', named],
    ['ws to the panel’s own name, which may lead anywhere', 'ws://panel.lan/ws', named],
    ['a name that may lead anywhere', 'ws://node.lan:8080/ws', inside],
    ['http', 'http://node.example.com/ws', outside],
    ['a file', 'file:///etc/passwd', outside],
    ['a script', 'javascript:alert(1)', outside],
    ['a name and password', 'wss://user:secret@node.example.com/ws', outside],
    ['a fragment', 'wss://node.example.com/ws#x', outside],
    ['no host', 'wss://', outside],
    ['no address', 'node.example.com', outside],
    ['nothing', '', outside],
    ['an endless one', `wss://node.example.com/${'x'.repeat(3_000)}`, outside],
  ])('refuses %s', (_, address, panel) => {
    expect(parseConsoleAddress(address, panel)).toMatchObject({ error: { code: 'console-unsafe' } })
  })
})

it.each([
  ['wss://node.example.com:8080/api/servers/x/ws?a=b', 'https://node.example.com:8080/'],
  ['wss://node.example.com/ws', 'https://node.example.com/'],
  ['ws://[::1]:81/ws', 'http://[::1]:81/'],
])('placeOfConsole(%s) is %s', (address, place) => {
  expect(placeOfConsole(new URL(address)).href).toBe(place)
})
