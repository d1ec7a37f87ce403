/** The row of the list that Tab reaches. */
export const rowToReach = () => document.querySelector<HTMLElement>('[role="row"][tabindex="0"]')

/** Moves the focus to the list: to the row that Tab reaches. */
export function focusList(): void {
  rowToReach()?.focus()
}

/** True where the focus may move to what a change of page shows: it is nowhere, or on the button that changed it. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches('nav button, header li button')
}
