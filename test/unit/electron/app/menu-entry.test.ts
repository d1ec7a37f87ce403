import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMenuEntry, menuEntry } from '../../../../electron/app/menu-entry.ts'
import { ok } from '../../../../shared/result.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const appImage = '/home/ann/Apps/Servertray 0.1.0.AppImage'

/** A person's folder and a system's one, and a person who says `isYes`. */
function setUp({ isYes = true } = {}) {
  const [home, system] = [temporaryFolder(), temporaryFolder()]
  const env = { XDG_DATA_HOME: home, XDG_DATA_DIRS: `/nowhere:${system}` }
  const fileIn = (folder: string) => join(folder, 'applications', 'app.servertray.desktop')
  const did: string[] = []
  const put = (folder: string, text: string) => {
    mkdirSync(join(folder, 'applications'), { recursive: true })
    writeFileSync(fileIn(folder), text)
  }
  const create = () =>
    createMenuEntry({
      env,
      program: appImage,
      async ask({ message }) {
        did.push(message)
        return isYes
      },
      log: createTestLog(),
      onWritten: () => did.push('written'),
    })
  return { home, system, fileIn, did, put, create }
}

it('is written with a yes, once, and starts the app with a link', async () => {
  const { home, fileIn, did, create } = setUp()
  const makeKnown = create()
  expect([existsSync(fileIn(home)), await makeKnown(1), await makeKnown(1)]).toEqual([false, ok(), ok()])
  expect(did).toEqual(['Add Servertray to your applications menu?', 'written'])
  const text = readFileSync(fileIn(home), 'utf8')
  expect(text).toContain(`Exec="${appImage}" %u\n`)
  expect(text).toContain('MimeType=x-scheme-handler/servertray;\n')
})

it('is not written with a no', async () => {
  const { home, fileIn, create } = setUp({ isYes: false })
  expect([await create()(1), existsSync(fileIn(home))]).toEqual([ok(), false])
})

it('is not asked about where an installer brought one', async () => {
  const { system, did, put, create } = setUp()
  put(system, menuEntry('/opt/Servertray/servertray'))
  expect([await create()(1), did]).toEqual([ok(), []])
})

it('follows an AppImage that got another name, and leaves an entry that still starts something alone', () => {
  const { home, fileIn, did, put, create } = setUp()
  put(home, menuEntry('/home/ann/Apps/Servertray 0.0.9.AppImage'))
  create()
  expect([readFileSync(fileIn(home), 'utf8'), did]).toEqual([menuEntry(appImage), ['written']])
  put(home, menuEntry(process.execPath))
  create()
  expect(readFileSync(fileIn(home), 'utf8')).toBe(menuEntry(process.execPath))
})

it('says where it could not be written', async () => {
  const { home, create } = setUp()
  writeFileSync(join(home, 'applications'), 'a file in its way')
  expect(await create()(1)).toMatchObject({ error: { code: 'storage-failed', message: expect.stringContaining(home) } })
})
