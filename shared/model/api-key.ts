import type { Permission } from './permission.ts'

/** What one answer of the panel showed about a key. `at` is in unix milliseconds. */
export type LearnedFact = { permission: Permission; has: boolean; at: number }
