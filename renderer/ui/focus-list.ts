/** Takes the keyboard to the list: to the one row that Tab reaches. */
export function focusList(): void {
  document.querySelector<HTMLElement>('.rows .row[tabindex="0"]')?.focus()
}
