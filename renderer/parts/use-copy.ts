import { useClient } from '../state/hooks.ts'
import { copyText } from './copy-text.ts'

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
