import type { KeyView } from '../../../shared/model/api-key.ts'

/** Maximum number of failing keys that are named; of more only the first is, and the others are counted. */
const most = 2

/** The failing keys that are told by name beside the list. */
export function bannerKeys(keys: readonly KeyView[]): readonly KeyView[] {
  const failing = keys.filter(({ health }) => health.kind === 'failing')
  return failing.length > most ? failing.slice(0, 1) : failing
}
