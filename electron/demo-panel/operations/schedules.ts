import { z } from 'zod'
import { item, list, refusal, time } from '../http/envelope.ts'
import { json, noContent } from '../http/reply.ts'
import { type Operation, onServer, perServer, type ServerCall } from './operation.ts'

const maxSchedules = 20
const cronPart = z
  .string()
  .max(100)
  .regex(/^[\d*,/A-Za-z-]+$/)
const scheduleInput = z.object({
  name: z.string().max(191),
  minute: cronPart,
  hour: cronPart,
  day_of_month: cronPart,
  month: cronPart,
  day_of_week: cronPart,
  is_active: z.boolean().nullish(),
  only_when_online: z.boolean().nullish(),
})

type Schedule = z.infer<typeof scheduleInput> & {
  readonly id: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** Schedules, for keys with all permissions. They are stored and shown, but never run. */
export function scheduleOperations(now: () => number): readonly Operation[] {
  const bookOf = perServer(() => ({ next: 1, schedules: new Map<number, Schedule>() }))
  const named = (call: ServerCall) => bookOf(call.server).schedules.get(Number(call.params.schedule)) ?? null

  return [
    onServer('GET', '/schedules', 'all', ({ server }) => {
      const schedules = [...bookOf(server).schedules.values()]
      return json(list(schedules.map((schedule) => item('server_schedule', attributes(schedule)))))
    }),
    onServer('POST', '/schedules', 'all', (call) => {
      const input = call.input(scheduleInput)
      if (!input.ok) return input.reply
      const book = bookOf(call.server)
      if (book.schedules.size >= maxSchedules) {
        return refusal.limitReached('DisplayException', `A server holds at most ${maxSchedules} schedules.`)
      }
      const schedule: Schedule = { ...input.value, id: book.next, createdAt: now(), updatedAt: now() }
      book.next += 1
      book.schedules.set(schedule.id, schedule)
      call.record('server:schedule.create', { name: schedule.name })
      return json(item('server_schedule', attributes(schedule)))
    }),
    onServer('GET', '/schedules/:schedule', 'all', (call) => {
      const schedule = named(call)
      return schedule === null ? refusal.notFoundForServer() : json(item('server_schedule', attributes(schedule)))
    }),
    onServer('POST', '/schedules/:schedule', 'all', (call) => {
      const schedule = named(call)
      if (schedule === null) return refusal.notFoundForServer()
      const input = call.input(scheduleInput)
      if (!input.ok) return input.reply
      const changed: Schedule = { ...schedule, ...input.value, updatedAt: now() }
      bookOf(call.server).schedules.set(schedule.id, changed)
      call.record('server:schedule.update', { name: changed.name })
      return json(item('server_schedule', attributes(changed)))
    }),
    onServer('DELETE', '/schedules/:schedule', 'all', (call) => {
      const schedule = named(call)
      if (schedule === null) return refusal.notFoundForServer()
      bookOf(call.server).schedules.delete(schedule.id)
      call.record('server:schedule.delete', { name: schedule.name })
      return noContent
    }),
  ]
}

function attributes(schedule: Schedule) {
  const { minute, hour, day_of_month, month, day_of_week } = schedule
  return {
    id: schedule.id,
    name: schedule.name,
    cron: { day_of_week, day_of_month, month, hour, minute },
    is_active: schedule.is_active ?? true,
    is_processing: false,
    only_when_online: schedule.only_when_online ?? false,
    last_run_at: null,
    next_run_at: null,
    created_at: time(schedule.createdAt),
    updated_at: time(schedule.updatedAt),
    relationships: { tasks: list([]) },
  }
}
