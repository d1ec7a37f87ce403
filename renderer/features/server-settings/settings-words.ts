import type { PanelLimit, ServerSettings, ServerWords } from '../../../shared/server-settings/contract.ts'
import { type Difference, differing } from '../../parts/area/EditDialog.tsx'
import type { Fact } from '../../parts/area/FactList.tsx'
import { bytes, percent } from '../../ui/format.ts'

const limit = (value: PanelLimit, words: (value: number) => string): string | null => {
  if (value === null) return null
  return value === 'unlimited' ? 'unlimited' : words(value)
}

/** What a server may use, as its host set it. */
export const limitFacts = ({ limits }: Pick<ServerSettings, 'limits'>): Fact[] => [
  ['Memory', limit(limits.memoryBytes, bytes)],
  ['Swap', limit(limits.swapBytes, (swap) => (swap === 0 ? 'none' : bytes(swap)))],
  ['Disk', limit(limits.diskBytes, bytes)],
  ['Processor', limit(limits.cpuPercent, (cpu) => `${percent(cpu)} (${coresText(cpu)})`)],
  ['Cores', limits.threads],
  ['Backups', limit(limits.backups, String)],
  ['Databases', limit(limits.databases, String)],
  ['Addresses', limit(limits.allocations, String)],
]

/** `3 cores`, `1.5 cores`: 100 % are one. */
function coresText(cpu: number): string {
  const cores = Math.round(cpu / 10) / 10
  return `${cores} ${cores === 1 ? 'core' : 'cores'}`
}

/** Where a server runs, and by what it is known there. */
export const placeFacts = ({ place }: Pick<ServerSettings, 'place'>, identifier: string): Fact[] => [
  ['Address', place.address, 'Address'],
  ['File transfer', place.sftp, 'Address for file transfers'],
  ['Machine', place.node],
  ['Image', place.image, 'Image'],
  ['Identifier', identifier, 'Identifier'],
  ['Long identifier', place.uuid, 'Long identifier'],
]

/** The most that counts in a line: `6.0 GB memory`, `20 GB disk`, `300 %`. */
export function factTexts({ limits }: Pick<ServerSettings, 'limits'>): string[] {
  const known = (value: PanelLimit, words: (value: number) => string) =>
    typeof value === 'number' ? [words(value)] : []
  return [
    ...known(limits.memoryBytes, (size) => `${bytes(size)} memory`),
    ...known(limits.diskBytes, (size) => `${bytes(size)} disk`),
    ...known(limits.cpuPercent, coresText),
  ]
}

/** Name and description as they are by now and as the person wants them, where they differ. */
export function wordsDifferences(theirs: ServerWords, mine: ServerWords): Difference[] {
  return differing([
    { name: 'Name', theirs: theirs.name, mine: mine.name },
    { name: 'Description', theirs: theirs.description ?? 'none', mine: mine.description ?? 'none' },
  ])
}

type SettingsMessage = { readonly hasFailed: boolean; readonly message: string; readonly hint: string }

/** What is told of an installation; null where there is nothing to tell. */
export function installationNews(
  { installation }: Pick<ServerSettings, 'installation'>,
  name: string,
): SettingsMessage | null {
  switch (installation) {
    case 'installing':
      return {
        hasFailed: false,
        message: `${name} is being installed.`,
        hint: 'Nothing else can be done to it until that has ended. It takes minutes for most games.',
      }
    case 'install-failed':
      return {
        hasFailed: true,
        message: `The installation of ${name} failed.`,
        hint: 'Its console in the panel may tell why. Reinstall it, or ask your host.',
      }
    case 'reinstall-failed':
      return {
        hasFailed: true,
        message: `The last reinstall of ${name} failed.`,
        hint: 'Its console in the panel may tell why. Reinstall it again, or ask your host.',
      }
    case 'none':
      return null
  }
}
