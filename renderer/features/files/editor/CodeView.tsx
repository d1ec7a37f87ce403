import { type RefObject, useEffect, useRef } from 'react'
import {
  type Code,
  type CodeEvents,
  type CodeGiven,
  type Compare,
  type CompareGiven,
  openCode,
  openCompare,
} from './code.ts'
import styles from './Editor.module.css'

/**
 * Opens an editor in an element of the page, and ends it with that.
 * @param to has it meanwhile; what surrounds it can still ask for its text as both go, since effects of parents end first
 * @returns the element's ref
 */
function useOpened<T extends { dispose(): void }>(open: (host: HTMLElement) => T, to: RefObject<T | null>) {
  const host = useRef<HTMLDivElement>(null)
  const first = useRef(open)
  useEffect(() => {
    if (host.current === null) return
    const opened = first.current(host.current)
    to.current = opened
    return () => {
      to.current = null
      opened.dispose()
    }
  }, [to])
  return host
}

type CodeViewProps = {
  given: CodeGiven
  takesFocus: boolean
  /** Another view of the text is shown in its place, and it is kept meanwhile. */
  isHidden?: boolean
  events?: CodeEvents
  /** Has the text while it is shown. */
  code: RefObject<Code | null>
}

/** A text in its editor. Another text wants another `key`. */
export function CodeView({ given, takesFocus, isHidden = false, events = {}, code }: CodeViewProps) {
  const { isReadOnly } = given
  const latest = useRef(events)
  latest.current = events
  const host = useOpened((element) => {
    const opened = openCode(element, given, latest)
    if (takesFocus) opened.focus()
    return opened
  }, code)
  useEffect(() => code.current?.setReadOnly(isReadOnly), [isReadOnly, code])
  return <div ref={host} className={styles.text} hidden={isHidden} />
}

/** Two texts beside each other. Others want another `key`. */
export function CompareView({ given, compare }: { given: CompareGiven; compare?: RefObject<Compare | null> }) {
  const own = useRef<Compare>(null)
  const host = useOpened((element) => openCompare(element, given), compare ?? own)
  return (
    <div className={styles.compare} data-frame>
      <div className={styles.sides} data-edge="bottom" aria-hidden="true">
        <span>{given.left.label}</span>
        <span>{given.right.label}</span>
      </div>
      <div ref={host} className={styles.text} />
    </div>
  )
}
