import { describe, expect, it, test } from 'vitest'
import { createSaves } from '../../../../electron/files/save.ts'
import { appError, type ErrorCode } from '../../../../shared/errors.ts'
import { maxEditBytes } from '../../../../shared/files/files.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { createFakeFiles } from '../../../fixtures/fake-files.ts'
import { filePath } from '../../../fixtures/file-entry.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const { ref } = serverView({ name: 'Survival' })
const path = filePath('/server.properties')

/** A save's look back at a file whose panel and machine a test gives; `null` where the panel does not say whether it converts. */
function setUp({
  content = 'motd=A\n',
  machine = 'node-unreachable' as ErrorCode,
  panel = null as ErrorCode | null,
  convertsText = false as boolean | null,
  read = null as string | null,
} = {}) {
  const { files, calls, entries } = createFakeFiles({ [path]: content })
  files.read = async () => (panel === null ? ok(new Uint8Array(Buffer.from(read ?? content))) : fail(panel))
  files.downloadLink = async () => fail(machine)
  const kept: string[] = []
  const at = {
    files,
    way: { clock: createFakeClock(), fetch, userAgent: 'Servertray/test' },
    facts: async () => (convertsText === null ? null : { convertsText }),
  }
  const saves = createSaves({
    // Only these are asked.
    on: async (_ref, _needs, work) => work(at as never),
    versions: {
      keep(_ref, _path, bytes) {
        kept.push(Buffer.from(bytes).toString())
        return ok()
      },
    },
  })
  const seen = { size: Buffer.byteLength(content), modifiedAt: entries.get(path)?.modifiedAt ?? null }
  const save = (before: Uint8Array | null = null, text = 'new') =>
    saves.save(ref, path, Buffer.from(text), { seen, before })
  return { save, kept, calls }
}

test('the version before a save is what was read, where that is known, and nothing is asked', async () => {
  const { save, kept, calls } = setUp()
  expect(await save(Buffer.from('as read'))).toMatchObject({ value: { kind: 'written' } })
  expect([kept, calls]).toEqual([['as read'], ['list /', `write ${path}`, 'list /']])
})

test('what the editor could not open again is not saved, and nothing is asked', async () => {
  const { save, kept, calls } = setUp()
  expect(await save(Buffer.from('as read'), 'ä'.repeat(maxEditBytes / 2 + 1))).toMatchObject({
    error: { code: 'file-too-large' },
  })
  expect([kept, calls]).toEqual([[], []])
})

describe('the version before a save, where the machine does not give it,', () => {
  it.each<[string, Parameters<typeof setUp>[0]]>([
    ['converts no text', { content: 'motd=§ä\n' }],
    ['converts, and the file is plain', { convertsText: true }],
    ['does not say whether it converts, and the file is plain', { convertsText: null }],
  ])('is that of a panel which %s', async (_, given) => {
    const { save, kept } = setUp(given)
    expect(await save()).toMatchObject({ value: { kind: 'written' } })
    expect(kept).toEqual([given?.content ?? 'motd=A\n'])
  })

  const code = 'version-not-kept'
  const unread = {
    code,
    message: expect.stringMatching(/could not be read/),
    hint: expect.stringMatching(/Check your connection/),
  }
  const converting = { content: 'ä', convertsText: true }
  it.each<[string, Parameters<typeof setUp>[0], object]>([
    ['a panel that converts it', converting, unread],
    [
      'one before a machine that is not believed',
      { ...converting, machine: 'tls-failed' },
      { ...unread, hint: appError('tls-failed').hint },
    ],
    ['one that does not tell whether it does', { content: 'ä', convertsText: null }, { code }],
    ['another file by now', { read: 'motd=AB\n' }, { ...appError(code), hint: 'Try again in a moment.' }],
    ['a panel that does not answer either', { panel: 'timeout' }, { code: 'timeout' }],
    ['the end of the app', { ...converting, machine: 'cancelled' }, { code: 'cancelled' }],
  ])('is not kept of %s, which ends the save', async (_, given, error) => {
    const { save, kept, calls } = setUp(given)
    expect(await save()).toMatchObject({ error })
    expect(kept).toEqual([])
    expect(calls).not.toContain(`write ${path}`)
  })
})
