/** Focuses the first invalid field; false where there is none. */
export function focusInvalid(form: HTMLFormElement): boolean {
  const field = [...form.querySelectorAll('input')].find((input) => !input.validity.valid)
  field?.focus()
  return field !== undefined
}
