import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceleratorOf, type Press, shortcutText } from '../../../renderer/features/settings/accelerator.ts'
import { shortcutSchema } from '../../../shared/model/preferences-schema.ts'
import { anyCharacter } from '../../fixtures/any-character.ts'

const held = { c: 'ctrlKey', m: 'metaKey', a: 'altKey', s: 'shiftKey' } as const
/** A press such as `cs` for Ctrl and Shift. */
function press(modifiers: string, code: string, key: string): Press {
  const flags = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  for (const letter of modifiers) flags[held[letter as keyof typeof held]] = true
  return { key, code, ...flags }
}

describe('a recorded shortcut', () => {
  test.each([
    ['c', 'KeyK', 'k', 'CommandOrControl+K'],
    ['cs', 'KeyK', 'K', 'CommandOrControl+Shift+K'],
    ['ca', 'Space', ' ', 'CommandOrControl+Alt+Space'],
    ['m', 'KeyJ', 'j', 'Super+J'],
    ['cs', 'Digit1', '!', 'CommandOrControl+Shift+1'],
    ['a', 'F5', 'F5', 'Alt+F5'],
    ['c', 'Equal', '=', 'CommandOrControl+='],
    ['c', 'Quote', "'", "CommandOrControl+'"],
    ['c', 'ArrowUp', 'ArrowUp', 'CommandOrControl+Up'],
    // What the person reads on the key counts, since the system looks for that: here German and French keyboards.
    ['ca', 'KeyY', 'z', 'CommandOrControl+Alt+Z'],
    ['c', 'KeyQ', 'a', 'CommandOrControl+A'],
    ['c', 'Semicolon', 'm', 'CommandOrControl+M'],
    ['c', 'Digit1', '&', 'CommandOrControl+1'],
    // Letters of other scripts are found by their place.
    ['c', 'KeyR', 'к', 'CommandOrControl+R'],
    ['a', 'KeyA', 'å', 'Alt+A'],
  ])('%s %s %j is %s', (modifiers, code, key, text) =>
    expect(acceleratorOf(press(modifiers, code, key), false)).toBe(text),
  )

  test.each([
    ['', 'KeyK', 'k'],
    ['s', 'KeyK', 'K'],
    ['', 'F5', 'F5'],
    ['c', 'ControlLeft', 'Control'],
    ['c', '', 'Dead'],
    ['c', '', ''],
    ['c', 'F25', 'F25'],
    ['c', 'Escape', 'Escape'],
    ['c', 'NumpadAdd', '+'],
    ['c', '', 'constructor'],
    ['c', 'toString', 'toString'],
    ['c', '__proto__', '__proto__'],
    ['c', 'AudioVolumeUp', 'AudioVolumeUp'],
  ])('%s %j %j is none yet', (modifiers, code, key) =>
    expect(acceleratorOf(press(modifiers, code, key), false)).toBeNull(),
  )

  test.each([
    ['m', 'CommandOrControl+K', '⌘K'],
    ['c', 'Control+K', '⌃K'],
    ['mcas', 'CommandOrControl+Control+Alt+Shift+K', '⌘⌃⌥⇧K'],
  ])('%s K on a Mac is %s', (modifiers, text, shown) => {
    expect(acceleratorOf(press(modifiers, 'KeyK', 'k'), true)).toBe(text)
    expect(shortcutText(text, true)).toBe(shown)
  })

  test('is shown as people write it', () => {
    expect(shortcutText('CommandOrControl+Shift+K', false)).toBe('Ctrl+Shift+K')
    expect(shortcutText('Super+Space', false)).toBe('Super+Space')
    expect(shortcutText('CommandOrControl+=', true)).toBe('⌘=')
  })

  test('whatever is pressed, the app takes what comes of it', () => {
    const codes = fc.constantFrom(
      'KeyA',
      'Digit0',
      'Backslash',
      'BracketRight',
      'Slash',
      'Backquote',
      'F12',
      'Home',
      '',
    )
    const keys = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('F12', 'Home', ' ', 'Delete', 'ı', 'İ', 'ſ'),
    )
    const flags = { ctrlKey: fc.boolean(), metaKey: fc.boolean(), altKey: fc.boolean(), shiftKey: fc.boolean() }
    fc.assert(
      fc.property(fc.record({ code: codes, key: keys, ...flags }), fc.boolean(), (pressed, isMac) => {
        const text = acceleratorOf(pressed, isMac)
        expect(shortcutSchema.safeParse(text).success).toBe(true)
        if (text !== null) expect(pressed.ctrlKey || pressed.metaKey || pressed.altKey).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
