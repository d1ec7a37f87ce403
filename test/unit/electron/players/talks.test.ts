import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTalk } from '../../../../electron/players/ask-udp.ts'
import { bedrockPong, challengePacket, infoPacket } from '../../../fixtures/game-server.ts'
import { expectSound, hostileFrames } from '../../../fixtures/hostile-frames.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const target = { host: '127.0.0.1', port: 7_777, address: '127.0.0.1', family: 4 } as const
const rules = { hasBotsInCount: true, isInKeywords: false }
const seeds = [
  bedrockPong(Buffer.alloc(33, 5), 3),
  challengePacket(Buffer.from('abcd')),
  infoPacket(3),
  Buffer.from('SAMP\u007f\0\0\u0001\u0061\u001ei\0\u0003\0\u0032\0', 'latin1'),
]

it('ends or goes on whatever packets come, and asks three times at most', () => {
  const packets = fc.array(fc.oneof(...seeds.map(hostileFrames), fc.constantFrom(...seeds)), { maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom('bedrock', 'samp', 'a2s'), packets, (protocol, all) => {
      const talk = createTalk(protocol, { rules, target, random: (count) => Buffer.alloc(count, 5) })
      let asked = 1
      for (const packet of all) {
        const next = talk.take(packet)
        if (next === null) continue
        if ('end' in next) {
          expectSound(next.end)
          return
        }
        asked += 1
      }
      expect(asked).toBeLessThanOrEqual(3)
    }),
    { numRuns: sizeOf({ short: 3_000, long: 30_000 }) },
  )
})
