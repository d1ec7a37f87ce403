import { expect, it } from 'vitest'
import { withPort } from '../../../../shared/model/host-port.ts'

it.each([
  ['play.example.com', 'play.example.com:25565'],
  ['203.0.113.7', '203.0.113.7:25565'],
  ['2a01:4f8::5', '[2a01:4f8::5]:25565'],
  ['[2a01:4f8::5]', '[2a01:4f8::5]:25565'],
])('%s before a port', (host, address) => expect(withPort(host, 25_565)).toBe(address))
