/**
 * The pages' script; they work without it. A button copies; ticking the wider of two permissions ticks the narrower,
 * and clearing the narrower clears the wider.
 */
export const script = `
for (const button of document.querySelectorAll('[data-copies]')) {
  const source = document.getElementById(button.dataset.copies)
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(source)
      button.textContent = 'Selected: copy it with the keyboard'
    }
  })
}
for (const wider of document.querySelectorAll('[data-brings]')) {
  const narrower = wider.form.querySelector('[name=permission][value=' + wider.dataset.brings + ']')
  wider.addEventListener('change', () => {
    if (wider.checked) narrower.checked = true
  })
  narrower.addEventListener('change', () => {
    if (!narrower.checked) wider.checked = false
  })
}
`
