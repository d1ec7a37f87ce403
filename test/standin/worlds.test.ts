/** The two worlds of a page, what crosses between them, and what crosses to the main process. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fixture } from './fixture.ts'
import { launchFixture } from './fixture.ts'

/** The bridge of the fixture's preload, as the page sees it. */
type Bridge = {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
  invokeFunction(): Promise<unknown>
  sendFunction(): { message: string } | null
  invokeInstance(): Promise<unknown>
  callBack(callback: (value: unknown) => unknown, value: unknown): unknown
  later(value: unknown): Promise<unknown>
  fails(): Promise<unknown>
  returnsSymbol(): unknown
  refused: Record<string, { name: string; message: string } | null>
}
declare const fixture: Bridge

let app: Fixture
let page: Page

beforeAll(async () => {
  app = await launchFixture()
  page = await app.window()
})
afterAll(() => app.dispose())

describe('isolated worlds', () => {
  it('keeps the preload and its means out of the page', async () => {
    const found = await page.evaluate(() => {
      const names = ['preloadSecret', 'require', 'module', 'process', 'standInToMain', 'standInFromMain', 'standInHost']
      const inFrame = document.createElement('iframe')
      document.body.append(inFrame)
      const other = inFrame.contentWindow
      return names.filter((name) => name in window || (other !== null && name in other))
    })
    expect(found).toEqual([])
  })

  it("keeps the page's changes of built-ins out of the preload", async () => {
    const answer = await page.evaluate(async () => {
      const stolen = () => 'stolen'
      for (const name of ['parse', 'stringify']) Reflect.set(JSON, name, stolen)
      for (const name of ['structuredClone', 'atob', 'btoa', 'Date']) Reflect.set(window, name, stolen)
      return String(await fixture.invoke('echo', 'mine', [1]))
    })
    expect(answer).toBe('mine,1')
    await page.reload()
  })
})

describe('contextBridge', () => {
  it('carries functions both ways, synchronously', async () => {
    expect(
      await page.evaluate(() => {
        const outer = { count: 0 }
        const result = fixture.callBack(
          (value) => {
            outer.count += 1
            return { got: value, again: () => outer.count }
          },
          { a: [1] },
        ) as { got: unknown; again: () => number }
        return { count: outer.count, got: result.got, again: result.again() }
      }),
    ).toEqual({ count: 1, got: { a: [1] }, again: 1 })
  })

  it('carries promises and their failures', async () => {
    expect(
      await page.evaluate(async () => ({
        later: await fixture.later({ deep: [new Date(3)] }).then((result) => JSON.stringify(result)),
        isPromise: fixture.later(1) instanceof Promise,
        fails: await fixture.fails().catch((failure: unknown) => failure instanceof Error && failure.message),
        passed: await (fixture.callBack((value) => value, Promise.resolve('mine')) as Promise<unknown>),
      })),
    ).toEqual({
      later: '{"value":{"deep":["1970-01-01T00:00:00.003Z"]}}',
      isPromise: true,
      fails: 'later',
      passed: 'mine',
    })
  })

  it('refuses what it cannot copy', async () => {
    const { refused, fromFunction, asArgument } = await page.evaluate(() => {
      const messageOf = (action: () => unknown) => {
        try {
          action()
          return null
        } catch (failure) {
          return (failure as Error).message
        }
      }
      return {
        refused: fixture.refused,
        fromFunction: messageOf(() => fixture.returnsSymbol()),
        asArgument: messageOf(() => fixture.callBack(() => 1, Symbol('no'))),
      }
    })
    expect(refused.symbol).toEqual({ name: 'Error', message: 'An object could not be cloned.' })
    expect(refused.deep?.message).toMatch(/recursion depth exceeded/)
    expect(refused.taken?.message).toBe('Cannot bind an API on top of an existing property on the window object')
    expect(fromFunction).toBe('An object could not be cloned.')
    expect(asArgument).toBe('An object could not be cloned.')
  })
})

describe('IPC', () => {
  it('carries arguments and replies, the class of an instance dropped', async () => {
    const values = { text: 'a', nothing: undefined, nan: Number.NaN, list: [undefined, null, { deep: true }] }
    expect(await page.evaluate((values) => fixture.invoke('echo', values), values)).toEqual([values])
    expect(await page.evaluate(() => fixture.invokeInstance())).toEqual({
      isClass: 'Object',
      value: { name: 'Survival' },
    })
  })

  it('refuses a function before anything is sent', async () => {
    const before = (await app.ipcTraffic()).length
    const refused = await page.evaluate(async () => [
      await fixture.invokeFunction().catch((failure: Error) => failure.message),
      fixture.sendFunction()?.message,
    ])
    expect(refused).toEqual(['An object could not be cloned.', 'An object could not be cloned.'])
    expect((await app.ipcTraffic()).length).toBe(before)
  })

  it.each([
    ['fail', "Error invoking remote method 'fail': TypeError: no such server"],
    ['nobody', "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'"],
    ['reply-function', "Error invoking remote method 'reply-function': Error: An object could not be cloned."],
  ])('rejects %s as Electron does', async (channel, message) => {
    expect(
      await page.evaluate((name) => fixture.invoke(name).catch((failure: Error) => failure.message), channel),
    ).toBe(message)
  })
})
