import { useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import styles from './Moves.module.css'

/** What is on its way to or from a server, or what came of it: a line for each. */
export function Moves({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <ul className={styles.moves} data-scroll data-shade aria-label={label}>
      {children}
    </ul>
  )
}

type MoveProps = {
  name: string
  /** What happens or happened, in a few words. */
  text: string
  /** What a person should know or do next, each on a line of its own. */
  below?: readonly string[]
  isBad?: boolean
  /** What can be done about it. */
  children: React.ReactNode
}

/** One of them. */
export function Move({ name, text, below = [], isBad = false, children }: MoveProps) {
  return (
    <li className={styles.move} data-flex="s2" data-text="small" data-tone={isBad ? 'bad' : undefined} data-edge="top">
      <div data-fill>
        <p data-flex="gap">
          <strong data-cut title={name}>
            {name}
          </strong>{' '}
          <span data-cut>{text}</span>
        </p>
        {below.map((line) => (
          <small key={line}>{line}</small>
        ))}
      </div>
      {children}
    </li>
  )
}

/** How far one is, and the button that cancels it. */
export function UnderWay({ id, ...progress }: React.ComponentProps<typeof Progress> & { id: string }) {
  const { send } = useClient()
  return (
    <>
      <Progress {...progress} />
      <Button onClick={() => send('jobs:cancel', { id })}>Cancel</Button>
    </>
  )
}
