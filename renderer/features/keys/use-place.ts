import { useLayoutEffect, useRef } from 'react'
import type { KeyId } from '../../../shared/model/identifier.ts'
import { useAppState, useClient } from '../../state/hooks.ts'

/**
 * The position of a key in the list, and how to change it.
 * @param button gets the focus after a move, which removes the card from the page and adds it again
 */
export function usePlace(keyId: KeyId, button: React.RefObject<HTMLElement | null>) {
  const client = useClient()
  const at = useAppState((state) => Object.keys(state.keys).indexOf(keyId))
  const count = useAppState((state) => Object.keys(state.keys).length)
  const moved = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (moved.current !== at) return
    moved.current = null
    button.current?.focus()
    client.view.setState({ said: `Now number ${at + 1} of ${count}` })
  }, [at, count, button, client])
  return {
    isFirst: at === 0,
    isLast: at === count - 1,
    move(by: -1 | 1) {
      moved.current = at + by
      void client.run(() => client.bridge.call('keys:move', { keyId, to: at + by }))
    },
  }
}
