import { describe, expect, it } from 'vitest'
import { parseConsoleAddress, placeOfConsole } from '../../../../electron/panel/console-address.ts'

const outside = 'https://panel.example.com/api/client'
const inside = 'http://192.168.1.5/api/client'
const here = 'http://127.0.0.1:4000/api/client'

describe('parseConsoleAddress', () => {
  it.each([
    ['wss anywhere', 'wss://node.example.com:8080/api/servers/x/ws', outside],
    ['wss inside, as a browser would', 'wss://192.168.1.9:8080/ws', outside],
    ['ws on this computer, for a panel there', 'ws://127.0.0.1:8080/ws', here],
    ['ws in a private network, for a panel in one', 'ws://10.0.0.8:8080/ws', inside],
    ['ws to localhost', 'ws://localhost:8080/ws', here],
    ['ws over IPv6', 'ws://[::1]:8080/ws', here],
  ])('takes %s', (_, address, panel) => {
    expect(parseConsoleAddress(address, panel)).toMatchObject({ ok: true })
  })

  it.each([
    ['ws out in the world', 'ws://node.example.com:8080/ws', inside],
    ['ws inside, for a panel out in the world', 'ws://127.0.0.1:8080/ws', outside],
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
