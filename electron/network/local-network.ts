import { depthOf } from './hosts.ts'

/**
 * Whether a connection failed as macOS (15 and later) refuses an app its local network, with a question or without: the
 * address in a private network has no route. A device that is gone looks the same, so it is a hint and no finding.
 * @param thrown what the socket failed with; of several addresses all that failed
 */
export function isLocalNetworkRefused(thrown: unknown, platform: NodeJS.Platform): boolean {
  if (platform !== 'darwin') return false
  const failures: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [thrown]
  return failures.some(
    (failure) =>
      failure instanceof Error &&
      'code' in failure &&
      failure.code === 'EHOSTUNREACH' &&
      'address' in failure &&
      typeof failure.address === 'string' &&
      depthOf(failure.address) === 'private',
  )
}
