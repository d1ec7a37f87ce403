import { describe, expect, it } from 'vitest'
import { type Columns, exitCodeOf, formatError, formatTable } from '../../../../electron/cli/format.ts'
import { appError, type ErrorCode } from '../../../../shared/errors.ts'

const row = (name: string, panel = 'panel.example.com') => ({ name, panel })
type Row = ReturnType<typeof row>
const columns: Columns<Row> = {
  IDENTIFIER: () => 'a1b2c3d4',
  NAME: ({ name }) => name,
  PANEL: ({ panel }) => panel,
  STATE: () => 'running',
}
const table = (...rows: Row[]) => formatTable(columns, rows, 'No servers.\n')

describe('formatTable', () => {
  it('aligns its columns by what is seen', () => {
    expect(table(row('Lobby'), row('Gro\u0308\u00dfe'), row('🎮 family', 'p'))).toBe(
      [
        'IDENTIFIER  NAME      PANEL              STATE',
        'a1b2c3d4    Lobby     panel.example.com  running',
        'a1b2c3d4    Gro\u0308\u00dfe     panel.example.com  running',
        'a1b2c3d4    🎮 family  p                  running',
        '',
      ].join('\n'),
    )
  })

  it('carries no control characters', () => {
    const shown = table(row('\u001b[2J\u0007evil\r\nfake line\u202e', 'p\u009b31m'))
    expect(shown).not.toMatch(/[^\n\P{Cc}]|[\u202a-\u202e]/u)
    expect(shown.split('\n')).toHaveLength(3)
  })

  it('says when there is nothing', () => {
    expect(table()).toBe('No servers.\n')
  })
})

describe('formatError', () => {
  const error = appError('panel-refused', {
    message: 'Went\u001b wrong.',
    detail: 'Because\nof\u202e this.',
    status: 400,
  })

  it('writes words', () => {
    expect(formatError(error, false)).toBe(
      'Error: Went wrong.\nThe panel said: Because of this.\nTry it on the panel’s own page. If that refuses too, ask your host.\n',
    )
  })

  it('writes one line of JSON', () => {
    const { code, message, hint } = error
    const text = formatError({ ...error, hint: 'Two\nlines.' }, true)
    expect(text).toMatch(/^[^\n]+\n$/)
    expect(JSON.parse(text)).toEqual({ error: { code, message, hint: 'Two\nlines.' } })
    expect(formatError(error, true, 'note')).toContain(`"hint":"${hint}"`)
  })
})

describe('exitCodeOf', () => {
  it.each<[ErrorCode, number]>([
    ['invalid-identifier', 2],
    ['token-refused', 3],
    ['permission-lacking', 4],
    ['not-permitted', 4],
    ['server-not-found', 5],
    ['api-not-found', 5],
    ['rate-limited', 6],
    ['timeout', 7],
    ['connection-cut', 7],
    ['redirected', 7],
    ['not-json', 7],
    ['malformed-answer', 7],
    ['panel-failed', 8],
    ['input-rejected', 8],
    ['players-stayed', 9],
  ])('%s: %i', (code, exit) => {
    expect(exitCodeOf(appError(code))).toBe(exit)
  })
})
