import { expect, it } from 'vitest'
import type { LeftUnsaved } from '../../../../electron/backups/save-orphans.ts'
import { createSaveTakeover } from '../../../../electron/backups/save-takeover.ts'
import type { Unsaved } from '../../../../electron/backups/unsaved.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { appState, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const survival = serverView({ name: 'Survival' })

function rig(known: boolean) {
  const clock = createFakeClock()
  const base = appState({ servers: [survival], panels: [panelView()] })
  const store = createStore({ ...base, servers: known ? base.servers : {} })
  const baseUrl = Object.values(base.panels)[0]?.baseUrl ?? ''
  const journal: LeftUnsaved[] = []
  const adopted: Unsaved[] = []
  const takeover = createSaveTakeover({
    store,
    clock,
    journals: {
      takeOver(wants, take) {
        const wanted = journal.filter(wants)
        if (wanted.length > 0) take(wanted)
        for (const one of wanted) journal.splice(journal.indexOf(one), 1)
      },
      dispose: () => undefined,
    },
    adopt: (all) => adopted.push(...all) > 0,
  })
  const leave = (more: Partial<LeftUnsaved> = {}) =>
    journal.push({
      baseUrl,
      identifier: survival.identifier,
      name: 'Survival',
      undo: 'save-on',
      isUndoSent: false,
      at: 0,
      ...more,
    })
  const learn = () => store.update((state) => ({ ...state, servers: base.servers }))
  return { clock, takeover, leave, learn, adopted, journal }
}
const survivalLeft = { ref: survival.ref, name: 'Survival', undo: 'save-on', isUndoSent: false }

it('takes over what was left before the start and while the app runs', async () => {
  const { clock, takeover, leave, adopted } = rig(true)
  leave()
  takeover.load()
  await clock.advance(5_000)
  expect(adopted).toEqual([survivalLeft])
  leave({ isUndoSent: true })
  await clock.advance(60_000)
  expect(adopted).toEqual([survivalLeft, { ...survivalLeft, isUndoSent: true }])
  takeover.dispose()
  expect(clock.pending()).toBe(0)
})

it('leaves what is of another panel, or of a server that is not known yet', async () => {
  const { clock, takeover, leave, learn, adopted, journal } = rig(false)
  leave()
  leave({ baseUrl: 'https://elsewhere.example.com/api/client' })
  takeover.load()
  await clock.advance(5_000)
  expect(adopted).toEqual([])
  learn()
  await clock.advance(60_000)
  expect(adopted).toEqual([survivalLeft])
  expect(journal.map(({ baseUrl }) => baseUrl)).toEqual(['https://elsewhere.example.com/api/client'])
  takeover.dispose()
})
