import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { operations } from '../../electron/panel/operation.ts'
import { invokeContract } from '../../shared/ipc/contract.ts'
import { ok } from '../../shared/result.ts'
import { must } from '../fixtures/demo.ts'
import { refusal, text } from '../fixtures/fault-panel.ts'
import { openCore } from '../fixtures/open-core.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'
import { type PanelCall, type RecordedPanel, recordedBaseUrl, recordPanel } from '../fixtures/panel-calls.ts'
import { texts, withTexts } from '../fixtures/spoilt-answers.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { createTestLog } from '../fixtures/test-log.ts'
import { holdsToken } from '../fixtures/token-spellings.ts'

const token = 'ptlc_Ab3dEf6hIjKlMn0pQrStUvWxYz1234567890abcdEFg'
let panel: RecordedPanel
beforeAll(async () => {
  panel = await recordPanel()
})

/** A JSON text once for each text in it, with `put` making that text another one. */
function* inTurn(answer: string, put: (text: string) => string): Generator<string> {
  for (const { 0: found, index } of answer.matchAll(texts)) {
    yield answer.slice(0, index) + JSON.stringify(put(JSON.parse(found))) + answer.slice(index + found.length)
  }
}

const told = (value: unknown) =>
  JSON.stringify(value, (_, part) => (part instanceof Map ? [...part] : part instanceof URL ? part.href : part))

const clientOf = (call: PanelCall, answer: string) =>
  createPanelClient({
    baseUrl: recordedBaseUrl,
    readToken: async () => ok(token),
    clock: systemClock,
    fetch: panel.answering(call, () => new Response(answer)),
  })

describe('the token in every text of every answer, one after the other, is never told', () => {
  it.each<[string, (text: string) => string]>([
    ['instead of it', () => token],
    ['behind it', (text) => text + token],
  ])('%s', async (_, put) => {
    const tried = new Set<string>()
    for (const call of panel.calls) {
      for (const answer of inTurn(panel.honest(call), put)) {
        tried.add(call.operation)
        const result = told(await call.make(clientOf(call, answer)))
        expect(holdsToken(result, token) && result, call.operation).toBe(false)
      }
    }
    // A file has no such texts: it is told as it is, and what is in it is its owner's.
    expect([...tried, 'file-read'].sort()).toEqual(Object.keys(operations).sort())
  })
})

/** The calls of the window that read, and those that write what a person passes on. */
const reads = /:(?:list|read|password|sftpAddress|load|game|snapshot|refresh|watch|copyDiagnostics|export)$/

describe('the app of a panel that quotes the token', () => {
  it('has it in no state, reply, log, file, diagnostics and export', async () => {
    const profile = temporaryFolder()
    const log = createTestLog()
    const core = openCore(profile, { log })
    const quoting = await openFaultPanel()
    const rounds = 12
    let round = -1
    /** With the token in some of its texts, others each round. */
    const spoilt = (answer: string) => {
      let at = 0
      return withTexts(answer, (text) => {
        at += 1
        return at % rounds === round ? `${text.slice(0, -1)}${token}"` : text
      })
    }
    quoting.respond((reply, request) => {
      const answer = request.method === 'GET' ? panel.honestAt(request.path.replace('/api/client', '')) : undefined
      const refused = refusal(400, token, `No ${token}`)
      const behave = answer === undefined ? refused : text(200, 'application/json', spoilt(answer))
      behave(reply, request)
    })
    const seen: string[] = []
    try {
      await core.start({ demo: false })
      const { keyId } = must(await core.keys.registry.add({ address: quoting.baseUrl, token, label: 'Home' }))
      const [ref] = Object.keys(core.store.get().servers)
      const place = { ref, keyId, folder: '/', path: '/eula.txt', id: 'none' }
      const asked = { ...place, after: 0, span: 'hour', page: 1, kind: 'all' }
      for (round = 0; round < rounds; round += 1) {
        for (const [channel, handler] of Object.entries(core.handlers)) {
          if (!reads.test(channel)) continue
          const { request } = invokeContract[channel as keyof typeof core.handlers]
          const payload = [undefined, asked].find((one) => request.safeParse(one).success)
          // One that no longer takes what it is asked here tells nothing.
          request.parse(payload)
          const reply = await Reflect.apply(handler, undefined, [payload, { pageId: 1 }])
          seen.push(`${channel} ${told(reply)}`, `state ${told(core.store.get())}`)
        }
      }
    } finally {
      await core.dispose()
    }
    const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    seen.push(...log.lines, ...files.map((one) => readFileSync(join(one.parentPath, one.name), 'utf8')))
    expect(seen.filter((one) => holdsToken(one, token))).toEqual([])
    // It was quoted in each of these, or nothing was tried.
    for (const area of [
      'state',
      'backups',
      'files',
      'startup',
      'users',
      'serverSettings',
      'panelActivity',
      'databases',
    ]) {
      expect(
        seen.some((one) => one.startsWith(area) && one.includes('[token]')),
        area,
      ).toBe(true)
    }
  })
})
