/** Moves the focus to the list: to the row that Tab reaches. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus()
}
