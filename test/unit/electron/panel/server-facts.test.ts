import { expect, it } from 'vitest'
import { readServerFacts } from '../../../../electron/panel/server-facts.ts'

const answer = (limits: unknown, permissions?: unknown) => ({
  object: 'server',
  attributes: { identifier: 'a1b2c3d4', feature_limits: limits },
  ...(permissions !== undefined && { meta: { user_permissions: permissions } }),
})

it.each<[string, unknown, unknown]>([
  ['an owner', answer({ backups: 3 }, ['*']), { backupLimit: 3, permissions: ['*'] }],
  [
    'somebody who was invited',
    answer({ backups: 0 }, ['backup.read', 'control.start']),
    { backupLimit: 0, permissions: ['backup.read', 'control.start'] },
  ],
  ['no limit', answer({ backups: null }), { backupLimit: null, permissions: null }],
  ['no limits', answer(null), { backupLimit: null, permissions: null }],
  ['a limit below zero', answer({ backups: -1 }), { backupLimit: null, permissions: null }],
  ['a limit as a text', answer({ backups: '5' }), { backupLimit: 5, permissions: null }],
  ['other permissions', answer({}, { backup: true }), { backupLimit: null, permissions: null }],
  [
    'permissions that are none',
    answer({}, [1, '<b>', 'a b', 'backup.read']),
    { backupLimit: null, permissions: ['backup.read'] },
  ],
  ['no server', { data: [] }, null],
  ['nothing', null, null],
])('of %s', (_, told, facts) => {
  expect(readServerFacts(told)).toEqual(facts)
})

it('reads so many permissions and no more', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => `p.${n}`)
  expect(readServerFacts(answer({}, many))?.permissions).toHaveLength(500)
})
