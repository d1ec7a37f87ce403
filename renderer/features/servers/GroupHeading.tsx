// biome-ignore-all lint/a11y/useSemanticElements: a line of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: a heading takes no focus, its button does
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Group } from '../../parts/servers/list.ts'
import { ticked, withAll, withoutAll } from '../../parts/servers/selection.ts'
import { useAppState, useClient, useView } from '../../state/hooks.ts'
import { LinkButton } from '../../ui/Button.tsx'
import listStyles from './list.module.css'

type GroupHeadingProps = {
  group: Group
  /** The servers below it. */
  refs: readonly ServerRef[]
  /** Its vertical position in the list, in pixels. */
  top: number
}

/** The line above the servers of one group, and the button that ticks them all. */
export function GroupHeading({ group, refs, top }: GroupHeadingProps) {
  const { view } = useClient()
  const name = useAppState((state) => (group === 'pinned' ? 'Pinned' : (state.panels[group]?.name ?? '')))
  const isAll = useView(({ picked }) => ticked(picked, refs) === 'all')
  const toggle = () =>
    view.setState(({ picked }) => ({ picked: isAll ? withoutAll(picked, refs) : withAll(picked, refs) }))
  const label = isAll ? 'Clear' : 'Select all'
  return (
    <div role="row" className={listStyles.group} style={{ top }}>
      <span role="gridcell" className={listStyles.groupName}>
        {name}
      </span>
      <span role="gridcell">
        <LinkButton className={listStyles.pickGroup} aria-label={`${label} of ${name}`} onClick={toggle}>
          {label}
        </LinkButton>
      </span>
    </div>
  )
}
