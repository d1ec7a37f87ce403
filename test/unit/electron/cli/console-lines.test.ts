import { describe, expect, it } from 'vitest'
import { sendLines } from '../../../../electron/cli/console-lines.ts'
import type { AppError } from '../../../../shared/error-schema.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

async function* piped(...lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

type Options = { signal: AbortSignal; onWait: (retryAt: number) => void }

function setUp(input: AsyncIterable<string>, answer: (command: string, options: Options) => Promise<Result<void>>) {
  const clock = createFakeClock()
  const sent: string[] = []
  const failed: AppError[] = []
  const told: string[] = []
  const sender = sendLines({
    clock,
    input,
    isTyped: false,
    async send(command, options) {
      sent.push(command)
      // All that is there is read while the first one is under way.
      await clock.sleep(1)
      return answer(command, options)
    },
    onFailed: (error) => failed.push(error),
    say: (words) => told.push(words),
  })
  return { clock, sent, failed, told, sender, messages: () => failed.map(({ message }) => message) }
}

describe('sendLines', () => {
  it('never sends again what may have arrived, names its line, and sends nothing after it', async () => {
    const unknown = fail('connection-cut', { message: 'The connection broke.', mayHaveActed: true })
    const { clock, sent, messages, sender } = setUp(piped('a', '', 'b', 'c', 'd'), async (line) =>
      line === 'b' ? unknown : ok(),
    )
    await clock.advance(1_000)
    await sender.finished
    expect(sent).toEqual(['a', 'b'])
    expect(messages()).toEqual(['Line 3, b: The connection broke. The 2 commands after it were not sent.'])
  })

  it('says at the end what was not answered, and what not sent', async () => {
    const { clock, messages, sender } = setUp(piped('a', 'b', 'c'), () => new Promise(() => undefined))
    await clock.advance(1)
    const end = sender.end()
    await clock.advance(250)
    await end
    expect(messages()).toEqual([
      'Line 1, a: The console ended before it was answered. The 2 commands after it were not sent.',
    ])
  })

  it('tells now and then how far it is, from what the waits took until then', async () => {
    let at = 0
    const lines = Array.from({ length: 420 }, (_, i) => `say ${i}`)
    const { clock, told, sender } = setUp(piped(...lines), async (_, { onWait }) => {
      at += 1
      if (at === 1) {
        onWait(clock.now() + 2_000)
        onWait(clock.now() + 3_000)
      }
      if (at === 101) {
        await clock.sleep(20_000)
        onWait(clock.now() + 40_000)
      }
      return ok()
    })
    await clock.advance(60_000)
    await sender.finished
    expect(told).toEqual([
      'Waiting for the panel’s rate limit: 0 of 420 sent, trying again in 2 s.',
      'Waiting for the panel’s rate limit: 100 of 420 sent, about 4 min left.',
    ])
  })

  it('reads no more of an endless input than it can send soon', async () => {
    let read = 0
    async function* endless(): AsyncGenerator<string> {
      for (;;) {
        read += 1
        yield 'say it'
      }
    }
    const { clock, sender } = setUp(endless(), () => new Promise(() => undefined))
    await clock.advance(1)
    for (let i = 0; i < 50 && read < 10_000; i += 1) await clock.advance(1)
    expect(read).toBeLessThan(10_100)
    const end = sender.end()
    await clock.advance(250)
    await end
  })
})
