import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { autostartEntry, createAutostartFile } from '../../../../electron/start-at-login/autostart.ts'
import { createStartAtLoginFeature, type StartAtLogin } from '../../../../electron/start-at-login/feature.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { ok } from '../../../../shared/result.ts'
import type { StartAtLoginState } from '../../../../shared/state/state-schema.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const from = { pageId: 1 }

function open(system: StartAtLogin | null) {
  const store = createStore(appState(), () => {})
  const { handlers } = createStartAtLoginFeature({ store, system })
  return {
    now: () => store.get().app.startAtLogin,
    set: (on: boolean) => handlers['startAtLogin:set']({ on }, from),
    look: () => handlers['startAtLogin:read'](undefined, from),
  }
}

describe('on Linux', () => {
  let folder: string
  let file: string
  const old = '/home/ann/Servertray-0.1.0.AppImage'
  const start = (appImage: string | null = old) => {
    const env = { XDG_CONFIG_HOME: folder, ...(appImage !== null && { APPIMAGE: appImage, APPDIR: '/mnt' }) }
    return open(createAutostartFile({ env, execPath: '/mnt/servertray', log: createTestLog() }))
  }
  beforeEach(() => {
    folder = temporaryFolder()
    file = join(folder, 'autostart', 'app.servertray.desktop')
  })

  it('is off until a person turns it on, is what the desktop made of it, and leaves nothing behind', () => {
    const login = start()
    const looks = () => {
      login.look()
      return login.now()
    }
    expect([login.now(), existsSync(join(folder, 'autostart'))]).toEqual(['off', false])
    expect([login.set(true), login.now(), readFileSync(file, 'utf8')]).toEqual([ok(), 'on', autostartEntry(old)])
    writeFileSync(file, `${autostartEntry(old)}Hidden=true\n`)
    expect(looks()).toBe('off')
    expect([login.set(true), looks()]).toEqual([ok(), 'on'])
    expect([login.set(false), looks(), existsSync(file)]).toEqual([ok(), 'off', false])
  })

  it('names the program itself where it runs from no AppImage', () => {
    start(null).set(true)
    expect(readFileSync(file, 'utf8')).toBe(autostartEntry('/mnt/servertray'))
  })

  it('goes on with the new program after an update, and stays off where the desktop turned it off', () => {
    start().set(true)
    const renamed = '/home/ann/Servertray-0.2.0.AppImage'
    expect(start(renamed).now()).toBe('on')
    expect(readFileSync(file, 'utf8')).toBe(autostartEntry(renamed))
    const hidden = `${autostartEntry(old)}Hidden=true\n`
    writeFileSync(file, hidden)
    expect(start(renamed).now()).toBe('off')
    expect(readFileSync(file, 'utf8')).toBe(hidden)
  })

  it('says so where the folder cannot be written', () => {
    mkdirSync(folder, { recursive: true })
    // A file in the folder's place: root may write into any folder.
    writeFileSync(join(folder, 'autostart'), '')
    chmodSync(join(folder, 'autostart'), 0o400)
    const login = start()
    expect([login.set(true), login.now()]).toMatchObject([{ error: { code: 'start-at-login-failed' } }, 'off'])
  })
})

/** A system that makes this of each wish. */
const system = (become: (on: boolean) => StartAtLoginState): StartAtLogin => {
  let state: StartAtLoginState = 'off'
  return {
    read: () => state,
    set(on) {
      state = become(on)
      return ok()
    },
    keepRight() {},
  }
}

test('a system that waits for the person is not a failure; one that does nothing is', () => {
  const waits = open(system((on) => (on ? 'approval' : 'off')))
  expect([waits.set(true), waits.now()]).toEqual([ok(), 'approval'])
  expect([waits.set(false), waits.now()]).toEqual([ok(), 'off'])
  const deaf = open(system(() => 'off'))
  expect([deaf.set(true), deaf.now()]).toMatchObject([{ error: { code: 'start-at-login-failed' } }, 'off'])
  const stuck = open(system(() => 'on'))
  stuck.set(true)
  expect(stuck.set(false)).toMatchObject({ error: { code: 'start-at-login-failed' } })
})

test('what is not installed cannot be started at login', () => {
  const login = open(null)
  expect([login.set(true), login.now()]).toMatchObject([{ error: { code: 'start-at-login-failed' } }, 'unavailable'])
})
