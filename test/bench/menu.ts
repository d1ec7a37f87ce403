import { menuModel } from '../../electron/tray/menu-model.ts'
import { trayFace } from '../../electron/tray/reading.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import { compared, type Figure, meansOf, ms } from './figures.ts'

const serverCount = 200

/** The tray's menu, tooltip and icon of 200 servers on four panels, against `JSON.stringify` of the same state. */
export async function measureMenu(): Promise<Figure> {
  const ids = ['home', 'club', 'school', 'work']
  const states = ['running', 'running', 'running', 'offline', 'unknown'] as const
  const state = appState({
    panels: ids.map((id) => panelView({ id, name: `Panel ${id}` })),
    keys: ids.map((id) => keyView({ id: `${id}-key`, panelId: id })),
    servers: Array.from({ length: serverCount }, (_, index) => {
      const panelId = ids[index % ids.length] ?? 'home'
      const identifier = String(10_000_000 + index)
      const state = states[index % states.length] ?? 'running'
      return serverView({ panelId, identifier, name: `Server ${index}`, keyIds: [`${panelId}-key`], state })
    }),
  })
  const [own, reference] = await meansOf(
    1_000,
    () => void menuModel(state, 0, trayFace(state, 0)),
    () => void JSON.stringify(state),
  )
  return compared({
    name: `state of ${serverCount} servers → tray menu, mean`,
    value: own,
    reference: [reference, 'JSON.stringify of the state'],
    as: ms,
    most: 5,
  })
}
