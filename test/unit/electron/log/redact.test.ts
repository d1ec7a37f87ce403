import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFileLogger } from '../../../../electron/log/logger.ts'
import { redact } from '../../../../electron/log/redact.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

describe('redact', () => {
  it.each([
    ['token ptlc_abcDEF123456 here', 'token [redacted] here'],
    ['pacc_0123456789abcdef', '[redacted]'],
    ['{"Authorization":"Bearer abc.def"}', '{"Authorization":"Bearer [redacted]"}'],
    ['https://user:pass@panel.example/x', 'https://[redacted]@panel.example/x'],
    ['http://127.0.0.1:1/open?ticket=abc123', 'http://127.0.0.1:1/open?ticket=[redacted]'],
    ['nothing secret', 'nothing secret'],
  ])('%s', (text, shown) => expect(redact(text)).toBe(shown))
})

describe('createFileLogger', () => {
  it('writes one redacted JSON line an event', () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-'))
    const file = join(folder, 'logs', 'app.log')
    createFileLogger({ file, clock: createFakeClock(0) }).warn('refused', { header: 'Bearer secret\nline' })
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      message: 'refused',
      at: '1970-01-01T00:00:00.000Z',
    })
    expect(lines[0]).not.toContain('secret')
    rmSync(folder, { recursive: true })
  })

  it('never fails, even where nothing can be written', () => {
    const log = createFileLogger({ file: '/dev/null/not/a/folder/app.log', clock: createFakeClock() })
    expect(() => log.error('lost')).not.toThrow()
  })
})
