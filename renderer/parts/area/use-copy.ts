import { useClient } from '../../state/hooks.ts'

/** Copies a text, and says so; where that fails, it is told to be copied by hand. `what` names it: `Address`. */
export function useCopy(): (what: string, text: string) => void {
  const { view } = useClient()
  const copy = async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      view.setState({ said: `${what} copied` })
    } catch {
      view.setState({ problem: { code: 'internal', message: `${what} could not be copied.`, hint: `It is ${text}.` } })
    }
  }
  return (what, text) => void copy(what, text)
}
