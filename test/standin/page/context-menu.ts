/** What the page says of a place where a person asked for a menu: a part of Electron's `context-menu`. */
export type ContextMenuDetails = {
  readonly x: number
  readonly y: number
  readonly isEditable: boolean
  readonly selectionText: string
  readonly menuSourceType: 'mouse' | 'keyboard'
  readonly editFlags: Readonly<Record<'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll', boolean>>
}

/**
 * Tells where a person asks for a menu that the page does not show itself: Chromium asks Electron for one only where the
 * page's event was not prevented. Out of a password field nothing can be copied, nor is its text told.
 *
 * One self-contained function, because its source runs inside the page, in the preload's own world.
 */
export function tellContextMenus(tell: (details: string) => void): void {
  const isTyped = (target: EventTarget | undefined): target is HTMLInputElement =>
    target instanceof HTMLInputElement && /^(?:text|search|password|url|tel|email|number)$/.test(target.type)

  /** What is selected there, and whether it can be changed. */
  function textAt(target: EventTarget | undefined): { isEditable: boolean; selected: string } {
    if (isTyped(target) || target instanceof HTMLTextAreaElement) {
      const selected = target.value.slice(target.selectionStart ?? 0, target.selectionEnd ?? 0)
      return { isEditable: !(target.readOnly || target.disabled), selected }
    }
    const isEditable = target instanceof HTMLElement && target.isContentEditable
    return { isEditable, selected: String(document.getSelection()) }
  }

  function describe(event: PointerEvent, target: EventTarget | undefined): ContextMenuDetails {
    const { isEditable, selected } = textAt(target)
    const isSecret = isTyped(target) && target.type === 'password'
    const canCopy = selected !== '' && !isSecret
    return {
      x: event.clientX,
      y: event.clientY,
      isEditable,
      selectionText: isSecret ? '' : selected,
      menuSourceType: event.pointerType === 'mouse' ? 'mouse' : 'keyboard',
      editFlags: { canCut: canCopy && isEditable, canCopy, canPaste: isEditable, canSelectAll: true },
    }
  }

  window.addEventListener('contextmenu', (event) => {
    const [target] = event.composedPath()
    // Listeners of the page may still prevent it.
    setTimeout(() => {
      if (!event.defaultPrevented) tell(JSON.stringify(describe(event, target)))
    })
  })
}
