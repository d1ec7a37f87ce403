import type { KeyView } from '../../../shared/keys/contract.ts'

/** A key that waits for its rate limit goes on by itself. */
const waits = ({ health }: KeyView) => health.kind === 'failing' && health.error.code === 'rate-limited'

/** The failing keys, those that need a person first. */
export function failingKeys(keys: readonly KeyView[]): readonly KeyView[] {
  return keys.filter(({ health }) => health.kind === 'failing').toSorted((a, b) => Number(waits(a)) - Number(waits(b)))
}

/** The failing keys that are told by name beside the list, before the others are unfolded. */
export const bannerKeys = (keys: readonly KeyView[]): readonly KeyView[] => failingKeys(keys).slice(0, 1)
