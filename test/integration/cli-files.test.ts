import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startOn } from '../fixtures/cli-here.ts'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { setUpFolder } from '../fixtures/temporary-folder.ts'

const { survival: server } = demoServers

const rig = setUpFakeDemo()
const folder = setUpFolder()

const run = (...argv: readonly string[]) => startOn(rig, { argv: ['files', ...argv] }).end()
const put = (path: string, content: string | Uint8Array | null) => rig.demo.panel.files.put(server, path, content)
const onServer = (path: string) => {
  const bytes = rig.demo.panel.files.read(server, path)
  return bytes && Buffer.from(bytes).toString()
}
const here = (name: string) => readFileSync(join(folder(), name), 'utf8')

it('ls tells a folder, each name in JSON as it is and safe in a table', async () => {
  put('/world/right\u202eleft', 'x')
  const table = await run('ls', server, 'world')
  expect(table.stdout).toMatch(/^MODE +BYTES +CHANGED +NAME\n-rw-r--r-- +1 +\S+ +rightleft\n$/)
  const json = await run('ls', server, 'world', '--json')
  expect(json.stdout).not.toContain('\u202e')
  expect(JSON.parse(json.stdout)).toMatchObject([{ name: 'right\u202eleft', size: 1, isFile: true }])
  expect(await run('ls', server, 'gone')).toMatchObject({ exit: 5 })
})

it('cat prints text, and nothing that a terminal acts on', async () => {
  put('/a.txt', Buffer.from('motd=§ä\u001b[2J\r\nx\n', 'latin1'))
  expect(await run('cat', server, 'a.txt')).toMatchObject({ exit: 0, stdout: 'motd=§ä[2J\nx\n' })
  const { stdout } = await run('cat', server, 'a.txt', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ text: 'motd=§ä\u001b[2J\r\nx\n', encoding: 'windows-1252' })
  expect((await run('cat', server, 'world')).stderr).toContain('Run files ls')
  put('/a.bin', Uint8Array.of(0, 1))
  expect((await run('cat', server, 'a.bin')).exit).toBe(8)
})

it('get never writes over what is there, but by force, and then only once it is whole', async () => {
  put('/a.txt', 'theirs')
  expect(await run('get', server, 'a.txt', '--to', folder())).toMatchObject({ exit: 0 })
  expect(here('a.txt')).toBe('theirs')
  writeFileSync(join(folder(), 'a.txt'), 'mine')
  expect((await run('get', server, 'a.txt', '--to', folder())).stderr).toContain('--force')
  expect(here('a.txt')).toBe('mine')
  expect(await run('get', server, 'a.txt', '--to', folder(), '--force')).toMatchObject({ exit: 0 })
  expect(here('a.txt')).toBe('theirs')
  expect(readdirSync(folder())).toEqual(['a.txt'])
  mkdirSync(join(folder(), 'eula.txt'))
  expect((await run('get', server, 'eula.txt', '--to', folder(), '--force')).exit).toBe(8)
  expect((await run('get', server, 'gone', '--to', folder())).exit).toBe(5)
  expect((await run('get', server, 'a.txt', '--to', join(folder(), 'nowhere'))).exit).toBe(2)
})

it.each(['a\\..\\..\\b', '..a', 'C:evil', 'CON', 'x\u202ey', 'new\nline'])(
  'get writes %j into the folder and nowhere else',
  async (odd) => {
    put(`/${odd}`, 'x')
    const inner = join(folder(), 'inner')
    mkdirSync(inner)
    expect(await run('get', server, '--to', inner, '--', odd)).toMatchObject({ exit: 0 })
    expect(readdirSync(folder())).toEqual(['inner'])
    const [saved = '', ...more] = readdirSync(inner)
    expect(more).toEqual([])
    expect(saved).toMatch(/^[^\\/:\p{C}]+$/u)
  },
)

it('put never overwrites but by force', async () => {
  const file = join(folder(), 'mine.txt')
  writeFileSync(file, 'mine')
  expect(await run('put', server, file, 'new/a.txt')).toMatchObject({ exit: 0 })
  expect(onServer('/new/a.txt')).toBe('mine')
  const refused = await run('put', server, file, 'eula.txt')
  expect(refused).toMatchObject({ exit: 8, stderr: expect.stringContaining('--force') })
  expect(onServer('/eula.txt')).toBe('eula=true\n')
  expect(await run('put', server, file, 'eula.txt', '--force')).toMatchObject({ exit: 0 })
  expect(onServer('/eula.txt')).toBe('mine')
  expect((await run('put', server, file, 'world', '--force')).exit).toBe(8)
  expect((await run('put', server, join(folder(), 'gone'), 'b.txt')).exit).toBe(2)
})

it('rm deletes by name, and tells what stays', async () => {
  expect((await run('rm', server, 'eula.txt', '--yes', 'eula')).exit).toBe(2)
  expect(onServer('/eula.txt')).not.toBeNull()
  expect(await run('rm', server, 'eula.txt', '--yes', 'eula.txt')).toMatchObject({ exit: 0 })
  expect(onServer('/eula.txt')).toBeNull()
  expect((await run('rm', server, 'eula.txt', '--yes', 'eula.txt')).exit).toBe(5)
  rig.demo.panel.files.setDenied(server, ['server.properties'])
  expect((await run('rm', server, 'server.properties', '--yes', 'server.properties')).exit).toBe(8)
})
