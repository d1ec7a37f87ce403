import { z } from 'zod'
import type { Allocation, Allocations } from '../allocations/allocations.ts'
import type { Dialect } from '../http/dialect.ts'
import { item, list, refusal } from '../http/envelope.ts'
import { createRateLimits, type RateLimitOptions } from '../http/rate-limit.ts'
import { json, noContent, type Reply, withHeaders } from '../http/reply.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'

type Deps = {
  readonly now: () => number
  readonly allocations: Allocations
  readonly dialect: Dialect
  /** Limit on new addresses of each server; null for none. */
  readonly createLimit: RateLimitOptions | null
}

/** The key must be there; empty text comes as null, and clears the note. */
const noteInput = z.object({ notes: z.string().trim().max(256).nullable() })

const full = 'Cannot assign additional allocations to this server: limit has been reached.'
const noLimit = 'You cannot delete allocations for this server: no allocation limit is set.'
const isPrimary = 'You cannot delete the primary allocation for this server.'

const named = ({ ip, port }: Allocation) => `${ip}:${port}`
export const shownAllocation = ({ id, ip, alias, port, notes, isDefault }: Allocation) =>
  item('allocation', { id, ip, ip_alias: alias, port, notes, is_default: isDefault })

/** Addresses of servers, for keys with all permissions (the panel's API, part 2, *Network*). */
export function allocationOperations({ now, allocations, dialect, createLimit }: Deps): readonly Operation[] {
  const createLimits = createLimit === null ? null : createRateLimits(createLimit)
  const path = '/network/allocations'

  /** A row for one address, which is looked for first. */
  const onOne = (
    method: Operation['method'],
    below: string,
    right: string,
    handle: (call: ServerCall, one: Allocation) => Reply,
  ) =>
    onServer(
      method,
      `${path}/:allocation${below}`,
      'all',
      (call) => {
        const one = allocations.find(call.server, call.params.allocation ?? '')
        return one === null ? refusal.notFoundForServer() : handle(call, one)
      },
      right,
    )

  const shown = ({ server }: ServerCall, { id }: Allocation): Reply => {
    const one = allocations.find(server, String(id))
    return one === null ? refusal.notFoundForServer() : json(shownAllocation(one))
  }

  function add(call: ServerCall): Reply {
    const { server } = call
    const limit = allocations.limitOf(server) ?? 0
    if (allocations.list(server).length >= limit) return refusal.limitReached('DisplayException', full)
    const added = allocations.add(server)
    if (added === null) return refusal.failed()
    call.record('server:allocation.create', { allocation: named(added) })
    return json(shownAllocation(added))
  }

  return [
    onServer(
      'GET',
      path,
      'all',
      ({ server }) => json(list(allocations.list(server).map(shownAllocation))),
      'allocation.read',
    ),
    onServer(
      'POST',
      path,
      'all',
      (call) => {
        const rate = createLimits?.take(call.server.uuid, now()) ?? { passed: true, headers: {} }
        return withHeaders(rate.passed ? add(call) : refusal.tooManyRequests(), rate.headers)
      },
      'allocation.create',
    ),
    onOne('POST', '', 'allocation.update', (call, one) => {
      const input = call.input(noteInput)
      if (!input.ok) return input.reply
      const notes = input.value.notes || null
      allocations.note(call.server, one.id, notes)
      if (notes !== one.notes)
        call.record('server:allocation.notes', { allocation: named(one), old: one.notes, new: notes })
      return shown(call, one)
    }),
    onOne('POST', '/primary', 'allocation.update', (call, one) => {
      allocations.makePrimary(call.server, one.id)
      call.record('server:allocation.primary', { allocation: named(one) })
      return shown(call, one)
    }),
    onOne('DELETE', '', 'allocation.delete', (call, one) => {
      if (!allocations.limitOf(call.server)) return refusal.limitReached('DisplayException', noLimit)
      // The other panel lets it go.
      if (one.isDefault && dialect === 'pterodactyl') return refusal.limitReached('DisplayException', isPrimary)
      allocations.remove(call.server, one)
      call.record('server:allocation.delete', { allocation: named(one) })
      return noContent
    }),
  ]
}
