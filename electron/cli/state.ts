import { nothingLeftOut } from '../../shared/keys/left-out.ts'
import { keyIdSchema, panelIdSchema } from '../../shared/model/identifier-schema.ts'
import { initialState } from '../../shared/state/initial-state.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { setKey, setPanel } from '../state/updates.ts'
import type { Access } from './access.ts'

/** The keys as the app would list them, each named by its place. */
export function stateOf(accesses: readonly Access[]): AppState {
  const panels = [...new Set(accesses.map(({ baseUrl }) => baseUrl))]
  const changes = accesses.flatMap(({ baseUrl, panel, declared }, index) => {
    const panelId = panelIdSchema.parse(`panel-${panels.indexOf(baseUrl)}`)
    return [
      setPanel({
        id: panelId,
        kind: 'remote',
        name: panel,
        baseUrl,
        dialect: 'core',
        allowsHttp: false,
        trustedCertificate: null,
      }),
      setKey({
        id: keyIdSchema.parse(`key-${index}`),
        panelId,
        label: panel,
        tokenIn: null,
        health: { kind: 'checking' },
        serverCount: null,
        leftOut: nothingLeftOut,
        declared: declared === null ? null : [...declared],
        learned: [],
        budget: null,
      }),
    ]
  })
  const empty = initialState({ version: '', platform: '', lastUsed: null })
  return changes.reduce((state, change) => change(state), empty)
}
