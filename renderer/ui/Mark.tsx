import type { ServerMark } from '../../shared/model/describe-server.ts'
import styles from './Mark.module.css'

const shapes: Record<ServerMark, React.ReactNode> = {
  running: <circle cx="6" cy="6" r="4.6" fill="currentColor" />,
  offline: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  busy: (
    <>
      <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" opacity=".35" />
      <path d="M6 2a4 4 0 0 1 4 4" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  bad: <path d="M6 .9 11.4 10.6H.6Z" fill="currentColor" />,
  unknown: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="1.6 2" />,
  held: (
    <>
      <rect x="2.2" y="1.6" width="2.8" height="8.8" rx="1" fill="currentColor" />
      <rect x="7" y="1.6" width="2.8" height="8.8" rx="1" fill="currentColor" />
    </>
  ),
}

/** A state as a shape. The word always stands beside it, so screen readers skip it. */
export function Mark({ mark }: { mark: ServerMark }) {
  return (
    <svg className={styles.mark} data-mark={mark} width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {shapes[mark]}
    </svg>
  )
}
