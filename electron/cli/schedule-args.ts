import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { panelScheduleIdSchema } from '../../shared/model/panel-schedule-schema.ts'
import { ok } from '../../shared/result.ts'
import { type CommandSpec, defineCommand, misuse, parseIdentifier } from './command-spec.ts'

type OfServer = { readonly name: 'schedule'; readonly identifier: ServerIdentifier }

export type ScheduleCommand =
  | (OfServer & { readonly action: 'list' })
  | (OfServer & { readonly action: 'run' | 'pause' | 'resume'; readonly schedule: number })

const act = (action: 'run' | 'pause' | 'resume', help: string): CommandSpec<ScheduleCommand> =>
  defineCommand({
    name: `schedule ${action}`,
    help,
    positionals: [{ name: 'SERVER' }, { name: 'SCHEDULE' }],
    options: {},
    parse(words) {
      const [typed, id = ''] = words
      const schedule = panelScheduleIdSchema.safeParse(/^\d{1,12}$/.test(id) ? Number(id) : null)
      if (words.length !== 2 || !schedule.success) {
        return misuse(`schedule ${action} needs a server and the ID of a schedule, as schedule list shows it.`)
      }
      const identifier = parseIdentifier(typed)
      if (!identifier.ok) return identifier
      return ok({ name: 'schedule', action, identifier: identifier.value, schedule: schedule.data })
    },
  })

export const scheduleCommands: readonly CommandSpec<ScheduleCommand>[] = [
  defineCommand({
    name: 'schedule list',
    help: 'the panel’s own schedules of a server',
    positionals: [{ name: 'SERVER' }],
    options: {},
    parse(words) {
      const identifier = parseIdentifier(words[0])
      if (words.length !== 1) return misuse('schedule list needs the identifier of one server.')
      return identifier.ok ? ok({ name: 'schedule', action: 'list', identifier: identifier.value }) : identifier
    },
  }),
  act('run', 'run a schedule of the panel now, once'),
  act('pause', 'pause a schedule of the panel'),
  act('resume', 'resume a schedule of the panel'),
]
