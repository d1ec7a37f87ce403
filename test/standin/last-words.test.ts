/** What is said when Chromium dies, and that it finds fonts where the system has none. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { unless } from '../report/unless.ts'
import { findChromium, fontConfiguration } from './find-chromium.ts'
import { launchFixture } from './fixture.ts'
import { describeEnd, remedyFor } from './last-words.ts'

const folder = mkdtempSync(join(tmpdir(), 'servertray-fonts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Chromium drawing text with a configuration of its fonts. */
async function drawText(configuration: string) {
  const file = join(folder, 'fonts.conf')
  writeFileSync(file, configuration)
  const { executable, env } = findChromium(process.env, process.platform, false)
  const app = await launchFixture({ env: { ...env, SERVERTRAY_CHROMIUM: executable, FONTCONFIG_FILE: file } })
  try {
    await app.report('show')
    const page = await app.window()
    const width = await page.evaluate(() => {
      document.body.innerHTML = '<span style="font-family: system-ui">Survival</span><input placeholder="Name">'
      return document.querySelector('span')?.getBoundingClientRect().width
    })
    await page.screenshot()
    return { width, output: app.output }
  } catch {
    await app.waitForExit()
    return { width: undefined, output: app.output }
  } finally {
    await app.dispose()
  }
}

const withoutSystem = (configuration: string) => configuration.replace('/etc/fonts/fonts.conf', '/nowhere/fonts.conf')

const isPackaged = process.platform === 'linux' && process.arch === 'x64'
const reason = isPackaged ? null : 'the package has a Chromium for Linux on x64 only'

describe('the packaged Chromium', unless(reason), () => {
  it('brings its own fonts, and draws text where the system has none', async () => {
    const { executable } = findChromium(process.env, process.platform, false)
    const { width } = await drawText(withoutSystem(fontConfiguration(join(executable, '..'))))
    expect(width).toBeGreaterThan(10)
  })

  it('says which page went, how, and what helps, where it finds none', async () => {
    const { width, output } = await drawText(withoutSystem(fontConfiguration(folder)))
    expect(width).toBeUndefined()
    expect(output()).toContain('app://fixture/index.html')
    expect(output()).toMatch(/ended by itself \(SIG\w+\)\. It found no font\. Installing one helps/)
  })
})

describe('the last words', () => {
  it.each([
    ['[1:FATAL:../skia/src/ports/SkFontMgr_FontConfigInterface.cpp:163] Not implemented.', /no font/],
    ['chromium: error while loading shared libraries: libnss3.so: cannot open shared object file', /libnss3\.so is/],
    ['ERROR:ozone_platform_x11.cc(240)] Missing X server or $DISPLAY', /display/],
    ['FATAL: Failed to create shared memory in /dev/shm', /shm-size/],
    ['oom, code 9: out of memory', /Memory ran out/],
  ])('say what helps: %s', (said, remedy) => {
    expect(remedyFor(said)).toMatch(remedy)
  })

  it('are repeated where they tell nothing', () => {
    const words = describeEnd({ what: 'The page app://x/', how: 'crashed, code 11', said: 'one\ntwo\n' })
    expect(words).toBe(
      'The page app://x/ ended by itself (crashed, code 11). Why is not known. Chromium’s last words:\none\ntwo',
    )
  })
})
