import { describe, expect, it } from 'vitest'
import { updateHeldBy } from '../../../../../electron/app/quit/quit-guard.ts'
import { filePathSchema } from '../../../../../shared/files/contract.ts'
import { appState } from '../../../../fixtures/app-state.ts'
import { planView } from '../../../../fixtures/plan-view.ts'
import { serverView } from '../../../../fixtures/server-view.ts'

const survival = serverView({ name: 'Survival' })
const { ref } = survival
const texts = (...paths: string[]) => paths.map((path) => ({ ref, path: filePathSchema.parse(path), pageId: 1 }))
const stateWith = (unsaved: ReturnType<typeof texts>, plans: ReturnType<typeof planView>[] = []) => {
  const state = appState({ servers: [survival], plans })
  return { ...state, app: { ...state.app, unsaved } }
}

describe('a restart into a new version', () => {
  it('is held by nothing', () => expect(updateHeldBy(stateWith([]))).toBeNull())

  it.each([
    [texts('/a.txt'), 'What you changed in /a.txt of Survival is not saved.', /^Save it or discard it/],
    [
      texts('/a.txt', '/b.txt'),
      'What you changed in 2 places is not saved.',
      /^Save or discard \/a\.txt of Survival, \/b\.txt of Survival/,
    ],
  ])('is held by texts that are not saved, with their names', (unsaved, message, hint) => {
    expect(updateHeldBy(stateWith(unsaved))).toMatchObject({
      code: 'update-busy',
      message,
      hint: expect.stringMatching(hint),
    })
  })

  it('is held by what is under way first', () => {
    const plan = planView({ ref, phase: 'signalling' })
    expect(updateHeldBy(stateWith(texts('/a.txt'), [plan]))?.message).toMatch(/under way/)
  })
})
