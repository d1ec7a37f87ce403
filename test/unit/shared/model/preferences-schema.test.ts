import { expect, it } from 'vitest'
import { shortcutSchema } from '../../../../shared/model/preferences-schema.ts'

it.each([
  ['CommandOrControl+Shift+K', true],
  ['Alt+Space', true],
  [null, true],
  ['K', false],
  ['Alt+K\n', false],
  [`Alt+${'K'.repeat(70)}`, false],
])('takes the shortcut %j: %s', (typed, isValid) => expect(shortcutSchema.safeParse(typed).success).toBe(isValid))
