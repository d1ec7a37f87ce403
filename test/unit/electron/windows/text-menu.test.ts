import { expect, it, vi } from 'vitest'
import { textMenu } from '../../../../electron/windows/text-menu.ts'

vi.mock('electron', () => ({}))

const editFlags = {
  canUndo: false,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
}

/** Its items; one that cannot be chosen in brackets. */
const shown = (place: Parameters<typeof textMenu>[0]) =>
  textMenu(place).map(({ role, type, enabled }) => (enabled === false ? `(${role})` : (role ?? type)))

it.each([
  ['a field', { isEditable: true, selectionText: 'a', editFlags }, ['cut', 'copy', 'paste', 'separator', 'selectAll']],
  [
    'a password, of which Chromium tells neither text nor leave to copy',
    { isEditable: true, selectionText: '', editFlags: { ...editFlags, canCut: false, canCopy: false } },
    ['(cut)', '(copy)', 'paste', 'separator', 'selectAll'],
  ],
  ['what is selected in a text', { isEditable: false, selectionText: 'a', editFlags }, ['copy']],
  ['a text with nothing selected', { isEditable: false, selectionText: '\n', editFlags }, []],
])('offers for %s what can be done there', (_what, place, expected) => {
  expect(shown(place)).toEqual(expected)
})
