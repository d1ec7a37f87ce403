import { act } from '@testing-library/react'
import { useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useViewKeys } from '../../renderer/app/server-view/use-view-keys.ts'
import { ClientProvider } from '../../renderer/state/hooks.ts'
import { appState } from '../fixtures/app-state.ts'
import { openWindow } from './open-window.tsx'

test('a key that comes with the focus is handled, however soon', async () => {
  const { client } = await openWindow(appState())
  const onAct = vi.fn(() => true)
  function Pane() {
    const pane = useRef<HTMLElement>(null)
    useViewKeys({ pane, isPeek: true, onAct })
    return <section ref={pane} tabIndex={-1} />
  }
  /** Types as soon as the focus can be there, before React has run what may wait. */
  function Typist({ children }: { children: React.ReactNode }) {
    const box = useRef<HTMLDivElement>(null)
    useLayoutEffect(() => {
      const section = box.current?.querySelector('section')
      section?.focus()
      section?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    }, [])
    return <div ref={box}>{children}</div>
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  act(() =>
    root.render(
      <ClientProvider value={client}>
        <Typist>
          <Pane />
        </Typist>
      </ClientProvider>,
    ),
  )
  expect(onAct).toHaveBeenCalledExactlyOnceWith('full')
  act(() => root.unmount())
  place.remove()
})
