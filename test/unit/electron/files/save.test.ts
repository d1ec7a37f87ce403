import { describe, expect, it, test } from 'vitest'
import { createSaves } from '../../../../electron/files/save.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { appError } from '../../../../shared/errors.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { createFakeFiles } from '../../../fixtures/fake-files.ts'
import { filePath } from '../../../fixtures/file-entry.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const server = serverView({ name: 'Survival' })
const path = filePath('/server.properties')

/** A save's look back at a file whose machine answers with an error. */
function setUp({
  content = 'motd=A\n',
  machine = 'node-unreachable' as ErrorCode,
  panel = null as ErrorCode | null,
  convertsText = false as boolean | null,
  told = null as string | null,
} = {}) {
  const { files, calls } = createFakeFiles({ [path]: content })
  const { read } = files
  files.read = async (...args) => {
    if (panel !== null) return fail(panel)
    const bytes = await read(...args)
    return told === null ? bytes : ok(new Uint8Array(Buffer.from(told)))
  }
  const kept: string[] = []
  const client = {
    files: () => files,
    readServer: async () => (convertsText === null ? fail('timeout') : ok({ convertsText })),
  }
  const saves = createSaves({
    clock: createFakeClock(),
    // Only these calls are made of a client.
    ask: (_ref, _needs, call) => call(client as never, server),
    versions: {
      keep(_ref, _path, bytes) {
        kept.push(Buffer.from(bytes).toString())
        return ok()
      },
    },
    bytes: { toMemory: async () => fail(machine) },
    signal: new AbortController().signal,
  })
  return { keep: (before: Uint8Array | null = null) => saves.keepVersion(server.ref, before)(files, path), kept, calls }
}

test('the version before a save is what was read, where that is known, and nothing is asked', async () => {
  const { keep, kept, calls } = setUp()
  expect(await keep(Buffer.from('as read'))).toEqual(ok())
  expect([kept, calls]).toEqual([['as read'], []])
})

describe('the version before a save, where the machine does not give it,', () => {
  it.each<[string, Parameters<typeof setUp>[0]]>([
    ['is behind a firewall', { machine: 'node-unreachable' }],
    ['has a certificate that is not believed', { machine: 'tls-failed' }],
    ['refuses', { machine: 'download-refused' }],
    ['is one of a panel that converts, and the file is plain', { convertsText: true }],
    ['is one of a panel of which nothing is known, and the file is plain', { convertsText: null }],
    ['has a text of many bytes, which the panel does not convert', { content: 'motd=§ä\n' }],
  ])('is that of the panel where it %s', async (_, given) => {
    const { keep, kept } = setUp(given)
    expect(await keep()).toEqual(ok())
    expect(kept).toEqual([given?.content ?? 'motd=A\n'])
  })

  it.each<[string, Parameters<typeof setUp>[0], object]>([
    [
      'a panel that converts it',
      { content: 'ä', convertsText: true },
      { code: 'version-not-kept', message: /could not be read/ },
    ],
    [
      'a panel that converts it, before a machine that is not believed',
      { content: 'ä', convertsText: true, machine: 'tls-failed' },
      { code: 'version-not-kept', message: /could not be read/, hint: appError('tls-failed').hint },
    ],
    ...(['connection-cut', 'download-refused'] as const).map(
      (machine): [string, Parameters<typeof setUp>[0], object] => [
        `a panel that converts it, before a machine of which a download says ${machine}`,
        { content: 'ä', convertsText: true, machine },
        {
          code: 'version-not-kept',
          message: /could not be read/,
          hint: 'Check your connection, then try again. If it keeps happening, tell your host.',
        },
      ],
    ),
    ['one that does not tell whether it does', { content: 'ä', convertsText: null }, { code: 'version-not-kept' }],
    ['another file by now', { told: 'motd=AB\n' }, { code: 'version-not-kept' }],
    ['a machine with another file by now', { machine: 'download-wrong' }, { code: 'version-not-kept' }],
    ['a panel that does not answer either', { panel: 'timeout' }, { code: 'timeout' }],
    ['a key that may not read', { panel: 'permission-lacking' }, { code: 'permission-lacking' }],
    ['the end of the app', { machine: 'cancelled' }, { code: 'cancelled' }],
  ])('is not kept of %s, which ends the save', async (_, given, { message, ...error }: { message?: RegExp }) => {
    const { keep, kept } = setUp(given)
    const result = await keep()
    expect(result).toMatchObject({ error })
    if (message !== undefined) expect(result).toMatchObject({ error: { message: expect.stringMatching(message) } })
    expect(kept).toEqual([])
  })
})
