import { useState } from 'react'
import { LinkButton } from './Button.tsx'
import styles from './Fold.module.css'

/** Several notices: the first one, and how many more there are, until they are asked for. The worst comes first. */
export function Fold({ children }: { children: readonly React.ReactElement[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [first, ...others] = children
  if (others.length === 0) return first
  if (isOpen)
    return (
      <div>
        {children}
        <LinkButton className={styles.fewer} onClick={() => setIsOpen(false)}>
          Show fewer
        </LinkButton>
      </div>
    )
  return (
    <div className={styles.folded}>
      {first}
      <LinkButton className={styles.more} aria-expanded={false} onClick={() => setIsOpen(true)}>
        {others.length} more
      </LinkButton>
    </div>
  )
}
