import type { AppError } from '../../shared/error-schema.ts'
import type { Result } from '../../shared/result.ts'

const noClipboard: AppError = {
  code: 'internal',
  message: 'The clipboard could not be used.',
  hint: 'Click into the window, then try again.',
}

/** Copies a text, and says so. */
export async function copyText(text: string): Promise<Result<string>> {
  try {
    await navigator.clipboard.writeText(text)
    return { ok: true, value: 'Copied.' }
  } catch {
    return { ok: false, error: noClipboard }
  }
}
