import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDrops, dropWords } from '../../../../electron/files/drops.ts'
import { rootPath } from '../../../../shared/files/files.ts'

const home = join(process.cwd(), 'you')
const at = (folder: string, name: string) => join(home, folder, name)

it('a question names what comes from elsewhere, however many are dropped with it', () => {
  const many = Array.from({ length: 20 }, (_, i) => at('Downloads', `${i}.txt`))
  const { detail } = dropWords([...many, at('.ssh', 'id_rsa')], 'Survival', rootPath)
  expect(detail).toContain('These 21 files and folders will be sent to its folder /.')
  expect(detail).toContain(`From ${join(home, 'Downloads')}:\n0.txt\n1.txt`)
  expect(detail).toContain('3.txt\nand 16 more\n')
  expect(detail).toContain(`From ${join(home, '.ssh')}:\nid_rsa`)
})

it('a path is told as where it leads, and with its end', () => {
  const drops = createDrops({ clock: { steady: () => 0 }, newId: () => 'drop' })
  drops.note(1, [`${home}/game/${'./'.repeat(300)}../.ssh/id_rsa`])
  expect(drops.take(1, 'drop')).toEqual({ ok: true, value: [at('.ssh', 'id_rsa')] })
  const deep = join(home, 'deep/'.repeat(100))
  expect(dropWords([join(deep, 'end', 'a.txt')], 'Survival', rootPath).detail).toContain(`${join(deep, 'end')}:\na.txt`)
})
