import { Button } from '../../ui/Button.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import styles from './Area.module.css'
import { AreaContent } from './AreaContent.tsx'
import { AreaFact, AreaHead } from './AreaHead.tsx'
import { type AreaNews, AreaSlot } from './AreaSlot.tsx'
import { asOf } from './area-words.ts'
import { stopped } from './stopped.ts'
import type { Area } from './use-area.tsx'

/** What is done most in an area; `why` says in a few words why it can't be done. */
type AreaAction<T> = {
  readonly label: string
  /** `go` by default. */
  readonly look?: 'plain'
  readonly why: (value: T) => string | null
  /** Said of it where it can be done. */
  readonly hint?: string
  readonly onClick: (event: React.MouseEvent) => void
}

function ActionButton<T>({ action, value }: { action: AreaAction<T>; value: T | null }) {
  const why = value && action.why(value)
  return (
    <Button
      look={action.look ?? 'go'}
      title={action.hint}
      {...(value === null ? { 'aria-disabled': true } : stopped(why))}
      onClick={(event) => value !== null && why === null && action.onClick(event)}
    >
      {action.label}
    </Button>
  )
}

type AreaPageProps<T> = {
  area: Area<T>
  label: string
  /** The sentence of fact in its bar: the first text counts most, and those that are null are left out. */
  fact: (value: T) => readonly (string | null)[]
  /** Its button, or the controls at the end of its bar by what was read, null until then. */
  action?: AreaAction<T> | ((value: T | null) => React.ReactNode)
  /** What is told; without it the area's own news. */
  news?: AreaNews | null
  /** What stands below what was read and scrolls with it, whatever came. */
  after?: React.ReactNode
  /** What stays in sight below what scrolls. */
  foot?: React.ReactNode
  children: (value: T) => React.ReactNode
}

/** An area that the panel keeps: its bar, the one place for its news, what scrolls, and the dialog that is open. */
export function AreaPage<T>(props: AreaPageProps<T>) {
  const { area, label, fact, action, news = area.news, after, foot, children } = props
  const { list, now } = area
  const { value } = list
  const focus = useKeepFocus<HTMLDivElement>()
  const [first = null, ...more] = value === null ? [] : fact(value)
  const age = asOf(list.at, list.error !== null, now)
  return (
    <div className={styles.area} data-frame tabIndex={-1} {...focus}>
      <AreaHead fact={value !== null && <AreaFact first={first} more={[...more, age]} />}>
        {typeof action === 'function' ? action(value) : action && <ActionButton action={action} value={value} />}
      </AreaHead>
      <AreaSlot news={news} />
      <AreaContent label={label} asked={list} after={after}>
        {children}
      </AreaContent>
      {foot}
      {area.dialog}
    </div>
  )
}
