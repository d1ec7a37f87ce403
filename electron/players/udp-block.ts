/** The newest question over UDP to one machine. `isSilent`: it went unanswered, without even a refusal. */
export type UdpTry = { readonly address: string; readonly isSilent: boolean }

/**
 * Whether UDP seems blocked on this computer: nothing came back from several machines, while none that is asked over UDP
 * answers. One machine alone may just be off.
 * @param tries the newest one to each target that is asked over UDP
 */
export function blocksUdp(tries: readonly UdpTry[]): boolean {
  const machines = new Set(tries.map(({ address }) => address))
  return machines.size > 1 && tries.every(({ isSilent }) => isSilent)
}
