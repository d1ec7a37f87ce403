/** Takes the keyboard to the list: to the one row that Tab reaches. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus()
}
