import type { Query } from '../../state/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { tryAgain } from '../again.ts'
import styles from './AreaContent.module.css'

type AreaContentProps<T> = {
  /** The area's name. */
  label: string
  asked: Omit<Query<T>, 'put'>
  /** The element that scrolls. */
  ref?: React.Ref<HTMLElement>
  /** What stands below it, whatever came. */
  after?: React.ReactNode
  children: (value: T) => React.ReactNode
}

/** What scrolls in an area: what was answered, until then grey rows, or why nothing came. */
export function AreaContent<T>({ label, asked, ref, after, children }: AreaContentProps<T>) {
  const { value, error, again } = asked
  return (
    <section
      ref={ref}
      className={styles.content}
      data-fill
      data-scroll
      aria-label={label}
      data-followed={after !== undefined || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {value !== null && children(value)}
      {value === null && error === null && (
        <Skeleton label={`Loading ${label.toLowerCase()}`} count={3} bone={styles.bone} />
      )}
      {value === null && error !== null && (
        <Empty title={error.message} text={error.hint}>
          <Button aria-disabled={asked.isAsking} onClick={again}>
            {tryAgain}
          </Button>
        </Empty>
      )}
      {after}
    </section>
  )
}
