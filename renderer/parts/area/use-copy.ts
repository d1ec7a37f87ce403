import { useClient } from '../../state/hooks.ts'

/** Copies a text, and says so, or what it is where that fails. `what` begins the sentence: `Address copied`. */
export function useCopy(): (what: string, text: string) => void {
  const { view } = useClient()
  async function copy(what: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      view.setState({ said: `${what} copied` })
    } catch {
      view.setState({ problem: { code: 'internal', message: `${what} could not be copied.`, hint: `It is ${text}.` } })
    }
  }
  return (what, text) => void copy(what, text)
}
