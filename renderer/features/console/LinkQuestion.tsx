import { useClient } from '../../state/hooks.ts'
import { Question } from '../../ui/Dialogs.tsx'
import { aroundHost } from './links.ts'

/** Asks before an address from a console is opened: a server's output is foreign text. */
export function LinkQuestion({ address, onClose }: { address: string; onClose: () => void }) {
  const { bridge, run } = useClient()
  const [before, host, after] = aroundHost(address)
  return (
    <Question
      title="Open this address in your browser?"
      text="It stands in the output of the server. Open it only if you know where it leads."
      yes="Open"
      look="plain"
      onYes={() => {
        onClose()
        void run(() => bridge.call['console:openLink']({ address }))
      }}
      onClose={onClose}
    >
      <p className="link-address">
        {before}
        <strong>{host}</strong>
        {after}
      </p>
    </Question>
  )
}
