import { useEffect, useRef } from 'react'
import type { Code, CodeEvents, CodeGiven, Compare, CompareGiven } from './code.ts'
import styles from './Editor.module.css'

/**
 * Opens an editor in an element of the page; its code is loaded with the first one.
 * @param onOpen told of it once it is there, and with null when it is gone
 * @returns the element's ref
 */
function useOpened<T extends { dispose(): void }>(
  open: (code: typeof import('./code.ts'), host: HTMLElement) => Promise<T>,
  onOpen: (opened: T | null) => void,
) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(onOpen)
  latest.current = onOpen
  const first = useRef(open)
  useEffect(() => {
    let opened: T | null = null
    let isGone = false
    void import('./code.ts')
      .then((code) => (isGone || host.current === null ? null : first.current(code, host.current)))
      .then((made) => {
        if (made === null) return
        if (isGone) return made.dispose()
        opened = made
        latest.current(made)
      })
    return () => {
      isGone = true
      // Told before the editor goes, so that its text can still be asked for.
      latest.current(null)
      opened?.dispose()
    }
  }, [])
  return host
}

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

/** A text in its editor. Another text wants another `key`. */
export function CodeView({ given, takesFocus, isHidden = false, events, onCode }: CodeViewProps) {
  const { isReadOnly } = given
  const latest = useRef(events)
  latest.current = events
  const code = useRef<Code | null>(null)
  const host = useOpened<Code>(
    ({ openCode }, element) =>
      openCode(element, given, {
        onEdited: (isEdited) => latest.current.onEdited(isEdited),
        onChangedLines: (lines) => latest.current.onChangedLines(lines),
        onSave: () => latest.current.onSave(),
      }),
    (opened) => {
      code.current = opened
      onCode(opened)
      if (takesFocus) opened?.focus()
    },
  )
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
  const host = useOpened<Compare>(({ openCompare }, element) => openCompare(element, given), onCompare)
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
