import type { AllocationAct, AllocationsOfServer, ServerAllocation } from '../../../shared/allocations/contract.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import { notAllowed, toldOf, whyDenied } from '../../parts/area/area-words.ts'
import { count } from '../../ui/format.ts'

const addresses = (n: number) => count(n, 'address', 'addresses')

/** What is known of a server's addresses as a whole. */
export type Listed = Pick<AllocationsOfServer, 'allocations' | 'leftOut' | 'limit' | 'denied'>

const numberOf = ({ allocations, leftOut }: Listed) => allocations.length + leftOut

/** `2 of 3 addresses`, without the limit where it is not known, lets none be added, or is less than there are. */
export function countText(list: Listed): string {
  const { limit } = list
  const number = numberOf(list)
  return limit === null || limit === 0 || number > limit ? addresses(number) : `${number} of ${addresses(limit)}`
}

/**
 * Why no address can be added, in a few words; null where one can, as far as it is known.
 * @param lacks what speaks against every change; null for nothing
 */
export function whyNotAdd(list: Listed, lacks: string | null): string | null {
  const { limit, denied } = list
  if (lacks !== null) return lacks
  if (limit === 0) return 'its host lets nobody add addresses'
  if (denied.includes('create')) return notAllowed
  const number = numberOf(list)
  if (limit === null || number < limit) return null
  if (number > limit) return `its host allows only ${addresses(limit)}`
  return `it has ${limit === 1 ? 'the one address' : `all ${addresses(limit)}`} that its host allows`
}

/** Why something cannot be done to an address, in a few words; null where it can. */
export function whyNotAllocation(
  { isPrimary }: Pick<ServerAllocation, 'isPrimary'>,
  act: 'note' | 'primary' | 'remove',
  { denied, limit }: Pick<Listed, 'denied' | 'limit'>,
  lacks: string | null,
): string | null {
  const needs: AllocationAct = act === 'remove' ? 'delete' : 'update'
  if (isPrimary && act === 'primary') return 'it is the primary one'
  if (isPrimary && act === 'remove') return 'the primary address always stays'
  if (act === 'remove' && limit === 0) return 'its host lets nobody remove addresses'
  return whyDenied(needs, denied) ?? lacks
}

/** Who can join at an address, where that is not everybody; null where nothing is known against it. */
function reachText({ reach, guess }: Pick<ServerAllocation, 'reach' | 'guess'>): string | null {
  if (reach === 'private') return 'reached only from its own network'
  if (reach === 'machine') return 'reached only by programs on its machine'
  if (reach === 'open') return null
  return guess === null ? 'any address of its machine' : `any address of its machine, perhaps ${guess}`
}

/**
 * The line below an address: whether it is the primary one, what else it is called, who can join there; null for
 * nothing.
 */
export function belowText(allocation: ServerAllocation): string | null {
  const primary = allocation.isPrimary ? 'Primary' : null
  return [primary, allocation.beside, reachText(allocation)].filter((text) => text !== null).join(' · ') || null
}

/** What it means for an address to become the primary one. */
export function primaryText({ reach, guess }: Pick<ServerAllocation, 'reach' | 'guess'>): string {
  const where = reachText({ reach, guess })
  if (where === null) return 'It is used at the next start. From then on players join there.'
  return reach === 'all-interfaces'
    ? `It is used at the next start. From then on players join at ${where}.`
    : `It is used at the next start. But it is ${where}.`
}

/** Tells of a note that was not saved, where its field is gone. */
export function lostNote(address: string, text: string, error: AppError): AppError {
  const { message, hint } = toldOf(error)
  const what = error.mayHaveActed
    ? `It is not known whether the note of ${address} was saved.`
    : `The note of ${address} was not saved.`
  const typed = text === '' ? 'You emptied it.' : `You typed “${text}”.`
  return { ...error, message: `${what} ${message}`, hint: `${typed} ${hint}` }
}
