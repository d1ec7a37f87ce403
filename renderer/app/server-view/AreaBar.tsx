import { useLayoutEffect, useRef, useState } from 'react'
import { type AreaId, peekAreas } from '../../../shared/model/area.ts'
import { stopped } from '../../parts/area/stopped.ts'
import { MenuButton } from '../../ui/ActionMenu.tsx'
import barStyles from '../../ui/bar.module.css'
import styles from './AreaBar.module.css'
import type { AreaChoice } from './areas.ts'
import { fitting } from './fitting.ts'

/** The width of *More*, in pixels, with the longest name of an area in its place. */
const moreWidth = 104

/** How many of `count` areas fit into the row. Their widths are taken at first, while all are drawn. */
function useFitting(count: number, isPeek: boolean) {
  const row = useRef<HTMLElement>(null)
  const widths = useRef<readonly number[]>([])
  const [fits, setFits] = useState(count)
  useLayoutEffect(() => {
    const box = row.current
    if (box === null || isPeek) return
    const drawn = [...box.querySelectorAll<HTMLElement>('[data-area]')]
    if (drawn.length === count) widths.current = drawn.map((area) => area.offsetWidth)
    const follow = () => setFits(fitting(widths.current, box.clientWidth, moreWidth))
    follow()
    const sizes = new ResizeObserver(follow)
    sizes.observe(box)
    return () => sizes.disconnect()
  }, [count, isPeek])
  return { row, fits }
}

type AreaBarProps = {
  /** The server's name. */
  of: string
  choices: readonly AreaChoice[]
  current: AreaId
  isPeek: boolean
  onChoose: (area: AreaId) => void
  /** The controls of the current area. */
  children: React.ReactNode
}

/** The first nine areas have a digit each. */
const shortcutOf = (index: number) => (index < 9 ? { 'aria-keyshortcuts': `Control+${index + 1}` } : {})

/** The areas of a server. What does not fit is in a menu; what this panel or key does not have is disabled. */
export function AreaBar({ of, choices, current, isPeek, onChoose, children }: AreaBarProps) {
  const { row, fits } = useFitting(choices.length, isPeek)
  const isSeen = ({ id }: AreaChoice, i: number) => (isPeek ? peekAreas.includes(id) : i < fits)
  const more = choices.filter((choice, i) => !isSeen(choice, i))
  const inMore = more.find(({ id }) => id === current)
  return (
    <div className={`${barStyles.bar} ${styles.bar}`} data-flex="s2" data-edge="bottom">
      <nav ref={row} className={styles.areas} aria-label={`Areas of ${of}`}>
        {choices.filter(isSeen).map(({ id, name, why }) => (
          <button
            key={id}
            type="button"
            className={styles.area}
            data-area={id}
            aria-current={id === current ? 'page' : undefined}
            {...shortcutOf(choices.findIndex((choice) => choice.id === id))}
            {...stopped(why)}
            onClick={() => why === null && onChoose(id)}
          >
            {name}
          </button>
        ))}
        {more.length > 0 && (
          <span className={styles.more} data-current={inMore !== undefined || undefined}>
            <MenuButton
              icon="down"
              text={inMore?.name ?? 'More'}
              label={inMore ? `${inMore.name}, more areas` : 'More areas'}
              groups={[more.map(({ id, name, why }) => ({ label: name, why, onClick: () => onChoose(id) }))]}
            />
          </span>
        )}
      </nav>
      {children}
    </div>
  )
}
