import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { autostartEntry, readAutostartEntry, withProgram } from '../../../../electron/start-at-login/autostart.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'

const program = '/home/ann/Apps/Servertray 0.1.0.AppImage'
const entry = autostartEntry(program)
const turned = (line: string) => entry.replace('X-GNOME-Autostart-enabled=true', line)

it('starts the program hidden, and is passed over once that has gone', () => {
  expect(entry).toContain(`Exec="${program}" --hidden\n`)
  expect(entry).toContain(`TryExec=${program}\n`)
})

it('quotes what the specification calls reserved', () => {
  const text = autostartEntry('/a/100% "$x" `y`')
  expect(text).toContain('Exec="/a/100%% \\\\"\\\\$x\\\\" \\\\`y\\\\`" --hidden\n')
})

it('reads back every path as it was', () => {
  const path = fc.string({ unit: anyCharacter, maxLength: 20 }).map((text) => `/${text.replaceAll('\0', '')}`)
  fc.assert(
    fc.property(path, path, (one, other) => {
      const text = autostartEntry(one)
      expect(readAutostartEntry(text)).toEqual({ program: one, isOn: true })
      expect(withProgram(text, other)).toBe(autostartEntry(other))
    }),
  )
})

describe('as desktops turn it off', () => {
  test.each([
    ['as it was written', entry, true],
    ['the freedesktop way, as KDE and Xfce', turned('Hidden=true'), false],
    ['GNOME', turned('X-GNOME-Autostart-enabled=false'), false],
    ['MATE', turned('X-MATE-Autostart-enabled = false'), false],
    ['in a group of another kind', `${entry}[Desktop Action x]\nHidden=true\n`, true],
    ['Windows line ends', turned('Hidden=true').replaceAll('\n', '\r\n'), false],
  ])('%s', (_, text, isOn) => expect(readAutostartEntry(text)).toEqual({ program, isOn }))

  test.each([
    ['nothing', ''],
    ['no program', '[Desktop Entry]\nType=Application\n'],
    ['noise', '\0\0[['],
  ])('%s starts nothing', (_, text) => expect(readAutostartEntry(text)).toEqual({ program: null, isOn: false }))

  it('reads a program that was written without quotes', () => {
    const text = '[Desktop Entry]\nExec=/opt/Servertray/servertray %U --hidden\n'
    expect(readAutostartEntry(text)).toEqual({ program: '/opt/Servertray/servertray', isOn: true })
  })
})

it('keeps what a person wrote into it when the program has moved', () => {
  const own = `${entry}X-GNOME-Autostart-Delay=20\n`
  expect(withProgram(own, '/b')).toBe(`${autostartEntry('/b')}X-GNOME-Autostart-Delay=20\n`)
})
