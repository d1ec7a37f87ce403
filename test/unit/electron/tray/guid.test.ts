import { expect, it } from 'vitest'
import { trayGuid } from '../../../../electron/tray/guid.ts'

it('is a UUID, the same for a program and profile, and another one for any other', () => {
  const guids = [
    trayGuid('C:\\Programs\\Servertray.exe', 'C:\\Profile'),
    trayGuid('D:\\Servertray.exe', 'C:\\Profile'),
    trayGuid('C:\\Programs\\Servertray.exe', 'D:\\Profile'),
  ]
  for (const guid of guids) expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(guids).size).toBe(3)
  expect(trayGuid('C:\\Programs\\Servertray.exe', 'C:\\Profile')).toBe(guids[0])
})
