import type { AppError } from '../../shared/error-schema.ts'
import type { Result } from '../../shared/result.ts'
import { useClient } from '../state/hooks.ts'

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

/** Copies a text, and says so, or what it is where that fails. `what` begins the sentence: `Address copied`. */
export function useCopy(): (what: string, text: string) => void {
  const { view } = useClient()
  async function copy(what: string, text: string): Promise<void> {
    const copied = await copyText(text)
    if (copied.ok) view.setState({ said: `${what} copied` })
    else
      view.setState({ problem: { ...copied.error, message: `${what} could not be copied.`, hint: `It is ${text}.` } })
  }
  return (what, text) => void copy(what, text)
}
