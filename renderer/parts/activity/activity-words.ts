import type { ActivityKind } from '../../../shared/activity/activity.ts'
import type { ActivityActor } from '../../../shared/activity/contract.ts'

/** What can be looked at, as its choice says. */
export const kindWords: Readonly<Record<ActivityKind, string>> = {
  all: 'Everything',
  power: 'Power',
  console: 'Console',
  backups: 'Backups',
  schedules: 'Schedules',
  files: 'Files',
  access: 'Users',
  setup: 'Startup, ports, databases',
}

/** Said below a list of which only a part is read here. */
export const olderOnPanel = 'Older lines stand on the panel’s own page.'

/** Who a panel says did something. */
export function actorWords(actor: ActivityActor): string {
  if (actor.kind === 'nobody') return 'The panel'
  return actor.isKey ? `${actor.name}, with an API key` : actor.name
}
