import { useState } from 'react'
import type { KeyView } from '../../../shared/keys/contract.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { hostOf } from '../../ui/format.ts'
import { allowFor, askedBy } from './consent.ts'
import { ConsentQuestion } from './Questions.tsx'

type HealthQuestionProps = {
  keyView: KeyView
  /** Gets the focus afterwards: the button that opened the question disappears with the trouble. */
  finalFocus: React.RefObject<HTMLElement | null>
}

const nextStep = {
  'plain-http': 'Allow http…',
  certificate: 'See the certificate…',
} as const

/** The next step for a key whose panel needs the person's yes before its token is sent. */
export function HealthQuestion({ keyView, finalFocus }: HealthQuestionProps) {
  const { bridge, run } = useClient()
  const [open, setOpen] = useState(false)
  const host = useAppState((state) => hostOf(state.panels[keyView.panelId]?.baseUrl ?? ''))
  const asked = askedBy(keyView.health.kind === 'failing' ? keyView.health.error : null)
  if (asked === null || asked.kind === 'weaker-storage') return null
  return (
    <>
      <Button look="go" onClick={() => setOpen(true)}>
        {nextStep[asked.kind]}
      </Button>
      {open && (
        <ConsentQuestion
          asked={asked}
          host={host}
          onAnswer={(answer) => {
            setOpen(false)
            void run(() => allowFor(bridge, keyView.panelId, answer))
          }}
          onClose={() => setOpen(false)}
          finalFocus={finalFocus}
        />
      )}
    </>
  )
}
