import { describe, expect, it } from 'vitest'
import type { PlayersAnswer } from '../../../../electron/players/view.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { first, minute, setUpPlayersPoller, silence } from '../../../fixtures/players-poller-rig.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const answerMs = 200
/** How long a question lasts to which nothing comes. */
const silentMs = 5_000

/** A panel of servers whose first ones are frozen, and whose others answer soon. */
function fleet({ frozen, all = 50 }: { frozen: number; all?: number }) {
  const servers = Array.from({ length: all }, (_, i) =>
    serverView({ state: 'running', identifier: String(10_000_000 + i), name: `S${i}` }),
  )
  const rig = setUpPlayersPoller({ servers })
  const silent = new Set(servers.slice(0, frozen).map(({ ref }) => ref))
  rig.answer(async ({ ref }: ServerView): Promise<PlayersAnswer> => {
    const isSilent = silent.has(ref)
    await rig.clock.sleep(isSilent ? silentMs : answerMs)
    return isSilent ? silence : rig.counted(1)
  })
  const counted = () => servers.filter(({ ref }) => rig.view(ref)?.count)
  return { ...rig, servers, counted }
}

describe('among many servers', () => {
  it('counts all the healthy ones within one question, however many are frozen', async () => {
    const { clock, counted, servers, visibleServers } = fleet({ frozen: 20 })
    visibleServers.set(servers.map(({ ref }) => ref))
    await clock.advance(silentMs + answerMs)
    expect(counted()).toHaveLength(30)
  })

  it('asks the server that something waits for first, however many are being asked', async () => {
    const { asks, clock, poller, servers, visibleServers } = fleet({ frozen: 50 })
    visibleServers.set(servers.map(({ ref }) => ref))
    await clock.advance(0)
    const last = servers[49] ?? first
    poller.watch(last.ref)
    await clock.advance(0)
    expect(asks).toContain('S49 0')
  })
})

describe('a game that stops answering', () => {
  it.each([0, 1, 7_000, 19_900])(
    'is not known within 25 s where it is looked at: %i ms after an answer',
    async (ms) => {
      const { answer, clock, counted, view, visibleServers } = setUpPlayersPoller()
      const answers = async () => {
        await clock.sleep(answerMs)
        return counted(7)
      }
      answer(answers)
      visibleServers.set([first.ref])
      await clock.advance(10 * minute)
      const before = view()?.count?.at
      while (view()?.count?.at === before) await clock.advance(50)
      await clock.advance(ms)
      answer(() => new Promise(() => undefined))
      await clock.advance(25_000)
      expect(view()?.count).toBeNull()
    },
  )

  it('is asked every 20 s all the same while something waits for it', async () => {
    const { answer, asks, clock, counted, poller, view } = setUpPlayersPoller()
    poller.watch(first.ref)
    await clock.advance(10 * minute)
    answer(async () => silence)
    asks.length = 0
    await clock.advance(9 * minute)
    expect(asks.length).toBeGreaterThanOrEqual(26)
    answer(async () => counted(2))
    await clock.advance(21_000)
    expect(view()?.count).toMatchObject({ online: 2 })
  })
})
