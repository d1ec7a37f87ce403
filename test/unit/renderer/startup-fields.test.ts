import { describe, expect, it } from 'vitest'
import {
  fieldsOf,
  imageKey,
  withEdit,
  withoutSaved,
  withSaved,
} from '../../../renderer/features/startup/startup-fields.ts'
import type { StartupEdits } from '../../../renderer/state/unsaved-work.ts'
import type { StartupOfServer } from '../../../shared/startup/contract.ts'
import { startupOf, startupVariable } from '../../fixtures/startup.ts'

const [java21, java17] = ['ghcr.io/pterodactyl/yolks:java_21', 'ghcr.io/pterodactyl/yolks:java_17']
const key = 'SERVER_JARFILE'
/** A startup whose jar is this. */
const jar = (value: string): StartupOfServer => startupOf({ variables: [startupVariable({ value })] })
const edit = (text: string, seen = 'a.jar') => ({ [key]: { text, seen } })

describe('what an edited startup sends', () => {
  it.each<[string, StartupOfServer, StartupEdits, object[], string[]]>([
    ['what differs, with what is there', jar('a.jar'), edit(' b.jar '), [{ key, value: 'b.jar', seen: 'a.jar' }], []],
    ['nothing but blanks more', jar('a.jar'), edit('a.jar '), [], []],
    [
      'what somebody changed meanwhile, which is said',
      jar('c.jar'),
      edit('b.jar'),
      [{ key, value: 'b.jar', seen: 'c.jar' }],
      ['Somebody changed this meanwhile to “c.jar”. Saving replaces it.'],
    ],
    ['what somebody set to the same', jar('b.jar'), edit('b.jar'), [], []],
    [
      'a secret, which is not said',
      startupOf({ variables: [startupVariable({ key: 'RCON_PASS', value: 'theirs' })] }),
      { RCON_PASS: { text: 'mine', seen: 'before' } },
      [{ key: 'RCON_PASS', value: 'mine', seen: 'theirs' }],
      ['Somebody changed this meanwhile. Saving replaces it.'],
    ],
    [
      'an image',
      startupOf({ variables: [] }),
      { [imageKey]: { text: java17, seen: 'before' } },
      [{ key: imageKey, value: java17, seen: java21 }],
      ['Somebody changed this meanwhile to “Java 21”. Saving replaces it.'],
    ],
    [
      'no image where none is known',
      startupOf({ variables: [], image: null }),
      { [imageKey]: { text: java17, seen: '' } },
      [],
      [],
    ],
  ])('%s', (_what, startup, edits, changes, meanwhile) => {
    const changed = fieldsOf(startup, edits, null).filter(({ isChanged }) => isChanged)
    expect(changed.map(({ key, value, present }) => ({ key, value: value.trim(), seen: present }))).toEqual(changes)
    expect(changed.flatMap((field) => field.meanwhile ?? [])).toEqual(meanwhile)
  })
})

describe('what is empty or the default', () => {
  const unset = startupOf({ variables: [startupVariable({ value: 'a.jar', isUnset: true })] })
  const note = 'This is empty, or the default shown here: the panel doesn’t say which.'

  it('is said to be, until it is changed', () => {
    expect(fieldsOf(unset, {}, null)[0]).toMatchObject({ help: [note], isChanged: false })
    expect(fieldsOf(unset, edit('b.jar'), null)[0]?.help).toEqual(['Default: a.jar'])
  })

  it('can be set to the default, which is then no edit any more', () => {
    const edits = withEdit(unset, {}, { key, text: 'a.jar', isSaving: false })
    expect(edits).toEqual(edit('a.jar', ''))
    expect(fieldsOf(unset, edits, null)[0]).toMatchObject({ value: 'a.jar', isChanged: true, meanwhile: null })
    expect(withoutSaved(unset, edits, [])).toEqual(edits)
    const saved = [{ key, value: 'a.jar' }]
    expect(withoutSaved(withSaved(unset, saved), edits, saved)).toEqual({})
  })

  it('is no default that somebody set meanwhile', () => {
    const meanwhile = 'Somebody changed this meanwhile. Saving replaces it.'
    expect(fieldsOf(unset, edit('c.jar', 'b.jar'), null)[0]).toMatchObject({ meanwhile })
  })
})

describe('what is typed', () => {
  it('is kept with what was there first', () => {
    const first = withEdit(jar('a.jar'), {}, { key, text: 'b', isSaving: false })
    expect(withEdit(jar('c.jar'), first, { key, text: 'bb', isSaving: false })).toEqual(edit('bb'))
  })

  it('is none where the panel has it, but while that is about to change', () => {
    expect(withEdit(jar('a.jar'), edit('b'), { key, text: 'a.jar', isSaving: false })).toEqual({})
    expect(withEdit(jar('a.jar'), edit('b'), { key, text: 'a.jar', isSaving: true })).toEqual(edit('a.jar'))
  })

  it.each<[string, string, StartupEdits]>([
    ['as it was sent', ' b.jar', {}],
    ['changed since', 'b2.jar', edit('b2.jar', 'b.jar')],
    ['taken back since', 'a.jar', edit('a.jar', 'b.jar')],
  ])('and saved: %s', (_what, text, expected) => {
    expect(withoutSaved(jar('b.jar'), edit(text), [{ key, value: 'b.jar' }])).toEqual(expected)
  })

  it('and not saved stays, but for what the panel has', () => {
    expect(withoutSaved(jar('a.jar'), edit('b.jar'), [])).toEqual(edit('b.jar'))
    expect(withoutSaved(jar('a.jar'), edit('a.jar'), [])).toEqual({})
  })
})
