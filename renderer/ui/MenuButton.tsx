import { useState } from 'react'
import { ActionMenu } from './ActionMenu.tsx'
import { type MenuRequest, MenuTrigger, type MenuTriggerProps } from './MenuTrigger.tsx'

/** The item that an arrow key on the button opens the menu at. */
const arrows: ReadonlyMap<string, 'first' | 'last'> = new Map([
  ['ArrowDown', 'first'],
  ['ArrowUp', 'last'],
])

type MenuButtonProps = Omit<MenuTriggerProps, 'isOpen' | 'onOpen' | 'onKeyDown'> & { children: React.ReactNode }

/** A button with a menu, whose items are the children. */
export function MenuButton({ children, ...button }: MenuButtonProps) {
  const [request, setRequest] = useState<MenuRequest | null>(null)
  return (
    <>
      <MenuTrigger
        {...button}
        isOpen={request !== null}
        onOpen={setRequest}
        onKeyDown={(event) => {
          const item = arrows.get(event.key)
          if (item === undefined) return
          event.preventDefault()
          setRequest({ anchor: event.currentTarget, item })
        }}
      />
      {request && (
        <ActionMenu request={request} onClosed={() => setRequest(null)}>
          {children}
        </ActionMenu>
      )}
    </>
  )
}
