// biome-ignore-all lint/a11y/useSemanticElements: a line of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: a heading takes no focus
import { useAppState } from '../../state/hooks.ts'
import type { Group } from './list.ts'

/** The line above the servers of one group. @param top its place in the list, in pixels */
export function GroupHeading({ group, top }: { group: Group; top: number }) {
  const name = useAppState((state) => (group === 'pinned' ? 'Pinned' : (state.panels[group]?.name ?? '')))
  return (
    <div role="row" className="group" style={{ top }}>
      <span role="gridcell">{name}</span>
    </div>
  )
}
