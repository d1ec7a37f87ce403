/** Where pages come from, where they may go, and which frame a call came from. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../e2e/driver.ts'
import type { Fixture } from './fixture.ts'
import { launchFixture } from './fixture.ts'

type Bridge = { invoke(channel: string, ...args: unknown[]): Promise<unknown> }
declare const fixture: Bridge

let app: Fixture
let page: Page

beforeAll(async () => {
  app = await launchFixture()
  page = await app.window()
})
afterAll(() => app.dispose())

/** Leaves as a page does, after the call that told it to. */
async function goTo(address: string, expected: string): Promise<void> {
  await page.evaluate((target) => void setTimeout(() => location.assign(target)), address)
  await page.waitForURL(expected)
}

const inChromium = 'https://fixture.app.invalid'

async function fetchInPage(address: string): Promise<unknown> {
  return page.evaluate(
    (target) =>
      fetch(target).then(
        (response) => response.text(),
        () => 'failed',
      ),
    address,
  )
}

describe('the custom protocol', () => {
  it("serves the app's files in a secure context of their own origin", async () => {
    expect(
      await page.evaluate(() => [window.isSecureContext, window.origin, document.querySelector('h1')?.textContent]),
    ).toEqual([true, inChromium, '/index.html'])
  })

  it.each([
    ['/data/..%2f..%2fetc%2fpasswd', 'app://fixture/data/..%2f..%2fetc%2fpasswd'],
    ['/data/..%5c..%5cwindows', 'app://fixture/data/..%5c..%5cwindows'],
    ['/data/%00', 'app://fixture/data/%00'],
    ['/data/a%3Ab?query=%2e%2e', 'app://fixture/data/a%3Ab?query=%2e%2e'],
    // Chromium itself takes these for steps upwards, in a standard scheme of Electron's as well.
    ['/x/%2e%2e/data/one', 'app://fixture/data/one'],
    ['/x/..\\data', 'app://fixture/data'],
  ])('hands %s to the handler as it is', async (path, expected) => {
    expect(JSON.parse(String(await fetchInPage(path)))).toEqual({ url: expected, method: 'GET' })
  })

  it('fails a request whose handler throws', async () => {
    expect(await fetchInPage('/throws')).toBe('failed')
  })

  it('keeps other schemes and hosts without a handler out', async () => {
    expect(await fetchInPage('file:///etc/passwd')).toBe('failed')
    expect(await fetchInPage('https://fixture.file.invalid/etc/passwd')).toBe('failed')
  })

  it('enforces the CSP of the response', async () => {
    expect(
      await page.evaluate(() => {
        const style = document.createElement('p')
        style.setAttribute('style', 'color: red')
        document.body.append(style)
        return { inline: 'inlineRan' in window, script: document.title, colour: getComputedStyle(style).color }
      }),
    ).toEqual({ inline: false, script: 'script ran', colour: 'rgb(0, 0, 0)' })
    const reached = app.reports('network').length
    expect(await fetchInPage('https://not-in-csp.example/')).toBe('failed')
    expect(app.reports('network').length).toBe(reached)
  })
})

describe('permissions', () => {
  it('are those the handler of the app grants, and no others', async () => {
    expect(
      await page.evaluate(async () => [
        document.hasFocus(),
        await navigator.clipboard.writeText('a1b2c3d4').then(
          () => 'written',
          (failure: Error) => failure.message,
        ),
        (await navigator.permissions.query({ name: 'notifications' })).state,
        (await navigator.permissions.query({ name: 'geolocation' })).state,
      ]),
    ).toEqual([true, 'written', 'denied', 'denied'])
  })
})

describe('webRequest', () => {
  it('sees every request of a page, and cancels', async () => {
    expect(await fetchInPage('https://blocked.example/?page')).toBe('failed')
    expect(await app.report('network', ({ url }) => url === 'https://blocked.example/?page')).toMatchObject({
      type: 'xhr',
    })
    expect(app.reports('network')).toContainEqual({
      what: 'network',
      url: 'app://fixture/index.html',
      type: 'mainFrame',
    })
    expect(app.reports('network')).toContainEqual({ what: 'network', url: 'app://fixture/page.js', type: 'script' })
  })

  it('sees requests of frames', async () => {
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.src = 'https://blocked.example/frame'
      document.body.append(frame)
    })
    expect(await app.report('network', ({ url }) => url === 'https://blocked.example/frame')).toMatchObject({
      type: 'subFrame',
    })
  })
})

describe('navigation', () => {
  it('fires nothing for what the app loads itself', () => {
    expect(app.reports('network').map(({ url }) => url)).toContain('app://fixture/index.html')
    expect(app.reports('will-navigate')).toEqual([])
  })

  it.each([
    ['a link', () => document.getElementById('away')?.click(), 'https://away.example/'],
    ['the address', () => location.assign('https://away.example/assigned'), 'https://away.example/assigned'],
    [
      'a form',
      () => {
        const form = document.createElement('form')
        form.action = 'https://away.example/form'
        document.body.append(form)
        form.submit()
      },
      'https://away.example/form?',
    ],
    ['a scheme of others', () => location.assign('mailto:someone@example.com'), 'mailto:someone@example.com'],
  ])('asks the app before %s leads away, and stays', async (_name, leave, url) => {
    await page.evaluate(leave)
    await app.report('will-navigate', (report) => report.url === url)
    expect(await page.evaluate(() => location.pathname)).toBe('/index.html')
    expect(app.reports('network').map((report) => report.url)).not.toContain(url)
  })

  it('goes where the app allows, with a new preload', async () => {
    await goTo('/allowed.html', '**/allowed.html')
    expect(await page.evaluate(() => fixture.invoke('sender'))).toMatchObject({ url: 'app://fixture/allowed.html' })
    await goTo('/index.html', '**/index.html')
  })

  it.each([
    ['window.open', () => void window.open('https://popup.example/one', 'named'), 'https://popup.example/one', 'named'],
    [
      'a link with a target',
      () => {
        const link = document.createElement('a')
        link.href = 'https://popup.example/two'
        link.target = '_blank'
        document.body.append(link)
        link.click()
      },
      'https://popup.example/two',
      '',
    ],
    [
      'an opener-less window',
      () => void window.open('https://popup.example/three', '', 'noopener'),
      'https://popup.example/three',
      '',
    ],
  ])('asks the app about %s, and opens none', async (_name, open, url, frameName) => {
    await page.evaluate(open)
    const asked = await app.report('window-open', (report) => report.url === url)
    expect(asked.frameName).toBe(frameName)
    await until('the popup to be closed', () => (page.context().pages().length === 1 ? true : undefined))
    expect(app.reports('network').map((report) => report.url)).not.toContain(url)
    expect(await app.windows()).toHaveLength(1)
  })
})

describe('the sender of a call', () => {
  async function openFrame(on: Page, address: string): Promise<void> {
    await on.evaluate((target) => {
      const frame = document.createElement('iframe')
      frame.src = target
      document.body.append(frame)
    }, address)
    await until('the frame', () => on.frames().find((frame) => frame.url().startsWith(address)))
  }

  it('gives frames no preload', async () => {
    await openFrame(page, 'https://site.web.invalid/frame.html')
    const frame = page.frames().find((candidate) => candidate.url().includes('site.web'))
    expect(await frame?.evaluate(() => 'fixture' in window)).toBe(false)
  })

  it('can be forged from an empty frame', async () => {
    await page.evaluate(() => void document.body.append(document.createElement('iframe')))
    expect(await app.invokeFrom('about:blank', 'sender', [])).toMatchObject({
      value: { url: 'about:blank', origin: 'app://fixture', parentUrl: 'app://fixture/index.html', isTop: false },
    })
  })

  it('can be forged from any frame, to test the app', async () => {
    await openFrame(page, 'https://forged.web.invalid/frame.html')
    const answer = await app.invokeFrom('web://forged/frame.html', 'sender', [])
    expect(answer).toEqual({
      value: {
        url: 'web://forged/frame.html',
        origin: 'web://forged',
        parentUrl: 'app://fixture/index.html',
        isTop: false,
        senderId: 1,
      },
    })
    expect(await app.invokeFrom('app://fixture/index.html', 'nobody', [])).toEqual({
      error: "Error: No handler registered for 'nobody'",
    })
  })
})
