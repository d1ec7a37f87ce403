import type { MenuItemConstructorOptions } from 'electron'
import { expect, it, vi } from 'vitest'
import { applicationMenu } from '../../../../electron/windows/application-menu.ts'

vi.mock('electron', () => ({ Menu: { buildFromTemplate: (template: unknown) => template } }))

/** The roles of a menu and of all in it, in order. */
function rolesIn(template: unknown): unknown[] {
  return (template as MenuItemConstructorOptions[]).flatMap(({ role, submenu = [] }) => [
    ...(role === undefined ? [] : [role]),
    ...rolesIn(submenu),
  ])
}

const zoom = ['resetZoom', 'zoomIn', 'zoomIn', 'zoomOut', 'togglefullscreen']

it('gives macOS its own menus, from which closing and the keys of editing come, and zoom', () => {
  expect(rolesIn(applicationMenu('darwin'))).toEqual(['appMenu', 'fileMenu', 'editMenu', ...zoom, 'windowMenu'])
})

it.each(['win32', 'linux'] as const)('gives %s closing and zoom', (platform) => {
  expect(rolesIn(applicationMenu(platform))).toEqual(['close', ...zoom])
})

it.each(['darwin', 'win32', 'linux'] as const)('zooms in by the key without Shift on %s', (platform) => {
  const items = (applicationMenu(platform) as unknown as MenuItemConstructorOptions[]).flatMap(({ submenu }) =>
    Array.isArray(submenu) ? submenu : [],
  )
  expect(items).toContainEqual({
    role: 'zoomIn',
    accelerator: 'CommandOrControl+=',
    visible: false,
    acceleratorWorksWhenHidden: true,
  })
})
