import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useAppState } from '../../state/hooks.ts'
import { type KeyAct, keyAct } from './key-act.ts'

type ViewKeys = {
  pane: React.RefObject<HTMLElement | null>
  isPeek: boolean
  /** Does it; false where that is not possible now. */
  onAct: (act: KeyAct) => boolean
}

/** True while something lies over the page, which has the keys. */
const isCovered = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** True on the pane itself, or in its field for commands while nothing is typed there. */
const isAtRest = (target: Element, pane: Element) =>
  target === pane || (target.matches('input[role="combobox"]') && (target as HTMLInputElement).value === '')

/** The keys of a server's view, while nothing lies over the page. */
export function useViewKeys({ pane, isPeek, onAct }: ViewKeys): void {
  const isMac = useAppState((state) => state.app.platform === 'darwin')
  const isFresh = useRef(true)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const box = pane.current
    if (box === null || event.defaultPrevented || isCovered() || !(target instanceof Element)) return
    const isInside = box.contains(target)
    const isFirst = isFresh.current && isInside && isAtRest(target, box)
    if (isInside) isFresh.current = false
    const { key, ctrlKey, metaKey, altKey, repeat } = event
    const isHere = isInside || (target === document.body && !isPeek)
    const act = keyAct({ key, ctrlKey, metaKey, altKey, repeat, isHere, isFirst }, isPeek, isMac)
    if (act !== null && onAct(act)) event.preventDefault()
  })
  // With the focus, which the view takes as it is drawn: a key that came before a later effect would be lost.
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
