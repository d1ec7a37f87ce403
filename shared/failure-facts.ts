import { catalogue } from './error-catalogue.ts'
import type { ErrorCode } from './errors.ts'
import type { Facts } from './failures/failure.ts'

/**
 * What the window asks of a failure by its code. Its words come with each one that happens, so the window's first script
 * holds this alone (`build/vite/renderer.config.ts`).
 */
export const failureFacts = (code: ErrorCode): Pick<Facts, 'delivery' | 'health' | 'concerns'> => catalogue[code]
