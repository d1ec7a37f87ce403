import type { AppError } from '../../../shared/error-schema.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Adding } from './adding.ts'

/** A power call that failed, and when, in unix milliseconds. */
export type CallError = { readonly error: AppError; readonly at: number }

/** The calls that went out from this window, and what came of the last ones for each server. */
export type Calls = {
  /** Number of calls that are under way. */
  readonly busy: number
  /** The last failed power call of each server, until the next call from here. */
  readonly callErrors: Readonly<Record<ServerRef, CallError>>
  /** What came of the last address that was asked for each server. */
  readonly addings: Readonly<Record<ServerRef, Adding>>
}

export const noCalls: Calls = { busy: 0, callErrors: {}, addings: {} }

type Change = (now: Calls) => Partial<Calls>

/** @param by 1 where a call begins, -1 where it has ended */
export const withBusy =
  (by: 1 | -1): Change =>
  ({ busy }) => ({ busy: busy + by })

export const withCallError =
  (ref: ServerRef, failed: CallError): Change =>
  ({ callErrors }) => ({ callErrors: { ...callErrors, [ref]: failed } })

export const withoutCallError =
  (ref: ServerRef): Change =>
  ({ callErrors: { [ref]: _, ...callErrors } }) => ({ callErrors })

export const withAdding =
  (ref: ServerRef, adding: Adding): Change =>
  ({ addings }) => ({ addings: { ...addings, [ref]: adding } })
