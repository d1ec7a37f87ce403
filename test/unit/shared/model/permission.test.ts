import { describe, expect, it } from 'vitest'
import { allows, isAll, permissions, permissionText, readOnlyPermissions } from '../../../../shared/model/permission.ts'

const wider = {
  'files-read': 'files-write',
  'backups-view': 'backups-full',
  'databases-view': 'databases-full',
} as const

it('has the permissions of the client API document, in its words and order', () => {
  expect(permissions.map((permission) => permissionText[permission])).toEqual([
    { name: 'Power', allows: 'Start, stop, restart and kill the server.' },
    { name: 'Console', allows: 'Send commands to the server console.' },
    { name: 'Files: read', allows: 'List and download files.' },
    {
      name: 'Files: read & write',
      allows: 'Everything in Files: read, plus upload, edit, rename and delete files.',
    },
    { name: 'Backups: view', allows: 'List backups and download them.' },
    { name: 'Backups: full', allows: 'Everything in Backups: view, plus create, restore and delete backups.' },
    { name: 'Databases: view', allows: 'See the server’s databases.' },
    {
      name: 'Databases: full',
      allows: 'Everything in Databases: view, plus create databases, change their password and delete them.',
    },
    { name: 'Settings', allows: 'Change the server’s settings, such as its name.' },
  ])
})

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
    expect(readOnlyPermissions).toEqual(['files-read', 'backups-view', 'databases-view'])
    expect(isAll(readOnlyPermissions)).toBe(false)
  })
})
