import type { AccountActivityKind, ActivityActor, ActivityKind } from '../../../shared/model/panel-activity.ts'
import type { StartedBy } from '../../../shared/model/started-by.ts'
import { when } from '../../ui/format.ts'
import { from } from './messages.ts'

/** What can be looked at, as its choice says. */
export const kindWords: Readonly<Record<ActivityKind, string>> = {
  all: 'Everything',
  app: 'Only this app',
  power: 'Power',
  console: 'Console',
  backups: 'Backups',
  schedules: 'Schedules',
  files: 'Files',
  access: 'Users and sign-ins',
  setup: 'Startup, ports, databases',
}

/** The same of an account. */
export const accountKindWords: Readonly<Record<AccountActivityKind, string>> = {
  all: 'Everything',
  'sign-ins': 'Sign-ins',
  keys: 'Keys',
  account: 'Password, e-mail, second factor',
}

/** Said below a list of which only a part is read here. */
export const olderOnPanel = 'Older lines stand on the panel’s own page.'

/** Who a panel says did something. */
export function actorWords(actor: ActivityActor): string {
  if (actor.kind === 'nobody') return 'The panel'
  return actor.isKey ? `${actor.name}, with an API key` : actor.name
}

const did = { start: 'Started', restart: 'Restarted' } as const

/** Who began a run, and when. Takes unix milliseconds. */
export function startedWords(by: StartedBy, now = Date.now()): { readonly title: string; readonly more: string } {
  if (by.kind === 'nobody') {
    return {
      title: 'Nobody is named',
      more: 'The panel doesn’t write down starts after a crash, by its own schedules, or by its machine.',
    }
  }
  const at = when(by.at, now)
  if (by.kind === 'app') return { title: `${did[by.how]} by this app`, more: `${at}, ${from[by.origin]}.` }
  if (by.actor.kind === 'nobody') return { title: `${did[by.how]} by the panel`, more: `${at}. No account is named.` }
  return { title: `${did[by.how]} by ${by.actor.name}`, more: by.actor.isKey ? `${at}, with an API key.` : `${at}.` }
}
