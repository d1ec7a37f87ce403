import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PanelSchedule } from '../../shared/panel-schedules/contract.ts'

/** Maximum number of servers whose schedules are known by name: those read last. */
const maxServers = 50

/** The names of schedules as they were last listed: the panel takes and tells numbers only. */
export function createKnownNames() {
  const known = new Map<ServerRef, ReadonlyMap<number, string>>()
  return {
    know(ref: ServerRef, schedules: readonly Pick<PanelSchedule, 'id' | 'name'>[]): void {
      known.delete(ref)
      known.set(ref, new Map(schedules.map(({ id, name }) => [id, name])))
      for (const old of [...known.keys()].slice(0, Math.max(0, known.size - maxServers))) known.delete(old)
    },
    of: (ref: ServerRef, id: number): string => known.get(ref)?.get(id) ?? `No. ${id}`,
  }
}
