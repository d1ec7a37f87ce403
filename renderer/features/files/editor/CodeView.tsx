import { useEffect, useRef } from 'react'
import type { Code, CodeEvents, CodeGiven, Compare, CompareGiven } from './code.ts'
import styles from './Editor.module.css'

type CodeViewProps = {
  given: CodeGiven
  /** It takes the focus once it has loaded. */
  takesFocus: boolean
  /** Another view of the text is shown in its place, and it is kept meanwhile. */
  isHidden?: boolean
  events: CodeEvents
  /** Told of the text once its editor has loaded, and with null when it is gone. */
  onCode: (code: Code | null) => void
}

/** A text in its editor, which is loaded with the first one. Another text wants another `key`. */
export function CodeView({ given, takesFocus, isHidden = false, events, onCode }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef({ events, onCode })
  latest.current = { events, onCode }
  const first = useRef({ given, takesFocus })
  const code = useRef<Code | null>(null)
  const { isReadOnly } = given

  useEffect(() => {
    let isGone = false
    void import('./code.ts')
      .then(({ openCode }) =>
        isGone || host.current === null
          ? null
          : openCode(host.current, first.current.given, {
              onEdited: (isEdited) => latest.current.events.onEdited(isEdited),
              onChangedLines: (lines) => latest.current.events.onChangedLines(lines),
              onSave: () => latest.current.events.onSave(),
            }),
      )
      .then((made) => {
        if (made === null) return
        if (isGone) return made.dispose()
        code.current = made
        latest.current.onCode(made)
        if (first.current.takesFocus) made.focus()
      })
    return () => {
      isGone = true
      // Told before the editor goes, so that its text can still be asked for.
      latest.current.onCode(null)
      code.current?.dispose()
      code.current = null
    }
  }, [])
  useEffect(() => code.current?.setReadOnly(isReadOnly), [isReadOnly])
  return <div ref={host} className={styles.text} hidden={isHidden} />
}

type CompareViewProps = {
  given: CompareGiven
  /** Told of the two texts once they are shown, and with null when they are gone. */
  onCompare: (compare: Compare | null) => void
}

/** Two texts beside each other. Others want another `key`. */
export function CompareView({ given, onCompare }: CompareViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(onCompare)
  latest.current = onCompare
  const first = useRef(given)
  useEffect(() => {
    let compare: Compare | null = null
    let isGone = false
    void import('./code.ts')
      .then(({ openCompare }) => (isGone || host.current === null ? null : openCompare(host.current, first.current)))
      .then((made) => {
        if (made === null) return
        if (isGone) return made.dispose()
        compare = made
        latest.current(made)
      })
    return () => {
      isGone = true
      latest.current(null)
      compare?.dispose()
    }
  }, [])
  return (
    <div className={styles.compare}>
      <div className={styles.sides} aria-hidden="true">
        <span>{given.left.label}</span>
        <span>{given.right.label}</span>
      </div>
      <div ref={host} className={styles.text} />
    </div>
  )
}
