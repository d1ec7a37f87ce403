import { fail } from '../../shared/result.ts'
import type { LoadStoredKeys } from './stored-key.ts'

/** Nothing is kept outside the app yet. */
export const loadStoredKeys: LoadStoredKeys = async () => fail('no-key')
