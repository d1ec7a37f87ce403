import styles from './AreaGroup.module.css'

type AreaGroupProps = {
  name: string
  /** What the rows of it are, in a few words. */
  more: string
  /** What can be done. */
  children?: React.ReactNode
}

/** The head of a group of an area's rows. */
export function AreaGroup({ name, more, children }: AreaGroupProps) {
  return (
    <div className={styles.group} data-flex="s2" data-edge="bottom">
      <h3 data-fill data-cut data-tone="calm">
        {name} <small>{more}</small>
      </h3>
      {children}
    </div>
  )
}
