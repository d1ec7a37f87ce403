import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refOf, systemIdIn, systemIdOf, toastXml } from '../../../../electron/notify/toast.ts'
import { serverRef } from '../../../../shared/model/identifier.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { identifier, panelId } from '../../../fixtures/state.ts'

const refs = ['a1b2c3d4', 'b2c3d4e5'].map((id) => serverRef(panelId('home'), identifier(id)))
const [first, second] = refs as [(typeof refs)[0], (typeof refs)[0]]

describe('the system’s id of a notification', () => {
  it('names its server to a later run, and to nobody else', () => {
    const id = systemIdOf('down 1', second)
    expect(refOf(id, refs)).toBe(second)
    expect(refOf(id, [first])).toBeNull()
    expect(id).not.toContain('b2c3d4e5')
  })

  it('leads to no server where it was about none, or is foreign', () => {
    expect(refOf(systemIdOf('test', null), refs)).toBeNull()
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(refOf(text, refs)).toBeNull()
      }),
    )
  })

  it('is never longer than Windows takes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5_000 }), (text) => {
        expect(systemIdOf(text, first).length).toBeLessThanOrEqual(64)
      }),
    )
  })
})

describe('what Windows hands over', () => {
  it.each([
    ['type=click&tag=abc-def', 'abc-def'],
    ['', ''],
    ['%', ''],
  ])('%j', (activation, expected) => {
    expect(systemIdIn(activation)).toBe(expected)
  })
})

describe('a notification in Windows’ own words', () => {
  const toast = { systemId: 'abc-def', title: 'Survival crashed', body: 'It is offline.', buttons: [], silent: false }

  it('tells of its id with a click and with each button', () => {
    const xml = toastXml({ ...toast, buttons: ['Restart', 'Mute 1 h'], silent: true })
    expect(xml).toBe(
      '<toast activationType="foreground" launch="type=click&amp;tag=abc-def">' +
        '<visual><binding template="ToastGeneric"><text>Survival crashed</text><text>It is offline.</text></binding></visual>' +
        '<actions>' +
        '<action activationType="foreground" arguments="type=action&amp;action=0&amp;tag=abc-def" content="Restart"/>' +
        '<action activationType="foreground" arguments="type=action&amp;action=1&amp;tag=abc-def" content="Mute 1 h"/>' +
        '</actions><audio silent="true"/></toast>',
    )
  })

  it('has no actions where there are no buttons, and sounds by itself', () => {
    expect(toastXml(toast)).not.toMatch(/actions|audio/)
  })

  it('is well-formed whatever a server is called', () => {
    const hostile = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.constantFrom('"><text>', '&lt;', ']]>', '\u0000\ud800\uffff'),
    )
    fc.assert(
      fc.property(hostile, hostile, (title, body) => {
        const xml = toastXml({ ...toast, title, body, buttons: [title] })
        expect(xml.match(/<[^>]*>/g)?.length).toBe(13)
        expect(xml.replace(/&(?:amp|lt|gt|quot|apos);/g, '')).not.toContain('&')
        expect(xml.isWellFormed()).toBe(true)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
        expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
      }),
    )
  })
})
