import { Icon, Mark } from '../../ui/Icon.tsx'
import styles from './LiveMarks.module.css'
import { type LiveMark, type MarkKind, markWords } from './live-marks.ts'

/** Maximum number of marks that are listed in words. */
const maxListed = 6

/** The shape of what happened. The words stand beside it or in its title. */
export function MarkShape({ kind }: { kind: MarkKind }) {
  return <span data-flex="">{kind === 'down' ? <Mark mark="bad" /> : <Icon name={kind} size={12} />}</span>
}

/** What happened in the time that is shown, in words, the newest first. */
export function LiveMarks({ marks }: { marks: readonly LiveMark[] }) {
  if (marks.length === 0) return null
  const earlier = marks.length - maxListed
  return (
    <ul className={styles.list} data-flex="" data-wrap aria-label="What happened">
      {marks
        .slice(-maxListed)
        .toReversed()
        .map((mark) => (
          <li key={`${mark.at} ${mark.word}`} data-flex="gap" data-tone="calm">
            <MarkShape kind={mark.kind} />
            {markWords(mark)}
          </li>
        ))}
      {earlier > 0 && <li data-tone="calm">{`${earlier} earlier`}</li>}
    </ul>
  )
}
