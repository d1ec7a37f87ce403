/** Leads to the first field that holds something that does not count; false where there is none. */
export function focusInvalid(form: HTMLFormElement): boolean {
  const field = [...form.querySelectorAll('input')].find((input) => !input.validity.valid)
  field?.focus()
  return field !== undefined
}
