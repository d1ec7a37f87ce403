import { describe, expect, it } from 'vitest'
import { allows, isAll, permissions, readOnlyPermissions } from '../../../../shared/model/permission.ts'

const wider = {
  'files-read': 'files-write',
  'backups-view': 'backups-full',
  'databases-view': 'databases-full',
} as const

describe('allows', () => {
  it.each(permissions.flatMap((held) => permissions.map((needed) => [held, needed] as const)))(
    'a key with only %s, asked for %s',
    (held, needed) => {
      const isWider = Object.entries(wider).some(([narrow, wide]) => narrow === needed && wide === held)
      expect(allows([held], needed)).toBe(held === needed || isWider)
    },
  )

  it('asks for every permission where All is needed', () => {
    expect(allows(permissions, 'all')).toBe(true)
    for (const one of permissions)
      expect(
        allows(
          permissions.filter((other) => other !== one),
          'all',
        ),
      ).toBe(false)
  })

  it('knows Read only as what views without changing', () => {
    expect(readOnlyPermissions.map((one) => one.split('-').at(-1))).toEqual(['read', 'view', 'view'])
    expect(isAll(readOnlyPermissions)).toBe(false)
  })
})
