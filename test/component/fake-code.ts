import type { Code, CodeEvents, CodeGiven, Compare, CompareGiven } from '../../renderer/features/files/editor/code.ts'

const field = (host: HTMLElement, label: string, text: string, isReadOnly: boolean) => {
  const area = document.createElement('textarea')
  area.setAttribute('aria-label', label)
  area.value = text
  area.readOnly = isReadOnly
  host.append(area)
  return area
}

/** Stands in for `openCode` in a page without layout: a plain field. */
export function openFakeCode(host: HTMLElement, given: CodeGiven, events: { readonly current: CodeEvents }): Code {
  let { saved = given.text } = given
  const area = field(host, given.label, given.text, given.isReadOnly)
  const tell = () => {
    events.current.onEdited?.(area.value !== saved)
    events.current.onChangedLines?.(area.value === saved ? 0 : 1)
  }
  area.addEventListener('input', tell)
  area.addEventListener('keydown', (event) => {
    if (!event.ctrlKey || event.key !== 's') return
    event.preventDefault()
    events.current.onSave?.()
  })
  if (given.text !== saved) tell()
  return {
    text: () => area.value,
    setSaved(text) {
      saved = text
      tell()
    },
    setReadOnly(isReadOnly) {
      area.readOnly = isReadOnly
    },
    focus: () => area.focus(),
    dispose: () => area.remove(),
  }
}

/** Stands in for `openCompare`: two plain fields. */
export function openFakeCompare(host: HTMLElement, given: CompareGiven): Compare {
  const { left, right, isEditable } = given
  const areas = [field(host, left.label, left.text, true), field(host, right.label, right.text, !isEditable)] as const
  return {
    text: () => areas[1].value,
    dispose() {
      for (const area of areas) area.remove()
    },
  }
}
