import type { AppError } from '../../shared/error-schema.ts'
import { deniedActs } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { SeenStartupChange, StartupChange, StartupVariable } from '../../shared/startup/contract.ts'
import { startupActs } from '../../shared/startup/startup.ts'
import { type AreaContext, type AreaUses, createArea } from '../areas/area.ts'
import type { FeatureOf } from '../ipc/feature.ts'
import type { AtServer } from '../panel/at-server.ts'
import { readFacts } from '../panel/server-facts.ts'
import { changeStartup, readStartup } from './panel.ts'

/** A refusal that is about one change, so that the others may be taken all the same. */
const isOfOne = ({ code }: AppError) => ['input-rejected', 'panel-refused', 'state-changed'].includes(code)

const changedMeanwhile = {
  message: 'Somebody changed this meanwhile, so it was not saved.',
  hint: 'Look at what is there now, then save again.',
}

/** What stands at each key now, the image by null. */
type Present = ReadonlyMap<StartupChange['key'], Pick<StartupVariable, 'value' | 'isUnset'>>

/** What is there right before a save: the image only where that is to be changed. */
async function readPresent(server: AtServer, changes: readonly SeenStartupChange[]): Promise<Result<Present>> {
  const startup = await readStartup(server)
  if (!startup.ok) return startup
  const present: Present = new Map(startup.value.variables.map((one) => [one.key, one]))
  if (changes.every(({ key }) => key !== null)) return ok(present)
  const facts = await readFacts(server)
  if (!facts.ok) return facts
  const { image } = facts.value
  return ok(image === null ? present : new Map([...present, [null, { value: image, isUnset: false }]]))
}

/** How servers start. None of it is in the state, since secrets may stand in it. */
export function createStartupFeature(context: AreaContext, uses: AreaUses): FeatureOf<'startup'> {
  const area = createArea('startup', context, uses)

  /** What stands there already was saved before, by a save whose answer was lost. */
  async function saveOne(ref: ServerRef, change: SeenStartupChange, present: Present): Promise<Result<void>> {
    const { key, value, seen } = change
    const now = present.get(key) ?? { value: seen, isUnset: false }
    if (now.value === value && !now.isUnset) return ok()
    // A value that was cleared may be read as the default.
    if (now.value !== seen && !(now.isUnset && value === '')) return fail('state-changed', changedMeanwhile)
    return area.on(ref, 'change', (server) => changeStartup(server, { key, value }))
  }

  return {
    handlers: {
      'startup:read': area.view(async (server) => {
        const startup = await readStartup(server)
        if (!startup.ok) return startup
        const facts = await readFacts(server)
        const { permissions, image } = facts.ok ? facts.value : { permissions: null, image: null }
        return ok({ ...startup.value, image, denied: deniedActs(permissions, 'startup', startupActs) })
      }),
      'startup:save': async ({ ref, changes }) => {
        const present = await area.on(ref, 'change', (server) => readPresent(server, changes))
        if (!present.ok) return present
        const saved: StartupChange['key'][] = []
        const refused: { key: StartupChange['key']; error: AppError }[] = []
        for (const change of changes) {
          const { key } = change
          const done = await saveOne(ref, change, present.value)
          if (done.ok) saved.push(key)
          else if (isOfOne(done.error)) refused.push({ key, error: done.error })
          else return ok({ saved, refused, stopped: done.error })
        }
        return ok({ saved, refused, stopped: null })
      },
    },
  }
}
