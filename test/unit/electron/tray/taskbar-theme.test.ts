import { expect, it } from 'vitest'
import { isTaskbarDark } from '../../../../electron/tray/taskbar-theme.ts'

it.each([
  ['linux', 'GNOME', false, true],
  ['linux', 'ubuntu:GNOME', false, true],
  ['linux', 'GNOME-Classic:GNOME', false, false],
  ['linux', 'X-Cinnamon', false, true],
  ['linux', 'KDE', false, false],
  ['linux', 'KDE', true, true],
  ['linux', undefined, false, false],
  ['win32', undefined, false, true],
  ['win32', 'GNOME', true, false],
] as const)('%s %s with dark windows %s: dark panel %s', (platform, desktop, areAppsDark, isDark) => {
  expect(isTaskbarDark({ platform, desktop, areAppsDark, isTaskBarDark: !areAppsDark })).toBe(isDark)
})
