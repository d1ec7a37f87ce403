import type { AppError } from '../../../shared/error-schema.ts'
import type { ServerAllocation } from '../../../shared/network/contract.ts'

/** What came of an address that was asked for. */
export type Adding =
  | { readonly kind: 'none' | 'adding' }
  | { readonly kind: 'added'; readonly allocation: ServerAllocation | null }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** Its answer was lost, at this time in unix milliseconds. `seen` are the addresses from before. */
  | { readonly kind: 'unsure'; readonly error: AppError; readonly seen: readonly number[]; readonly at: number }
