import { type PowerSignal, signalName } from '../../../shared/model/power.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { useClient } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { shutProps, useMissingPower } from './MissingPermission.tsx'
import { buttonChoices, offersKill, quickSignals } from './quick-signals.ts'
import styles from './SignalButtons.module.css'

type SignalButtonsProps = {
  server: ServerView
  /** `row`: icons alone, whose names tell the server. `head`: with their words where there is room. */
  look: 'row' | 'head'
  tabIndex?: number
  /** Where the row stands in its list: one that moves below a pointer is another one. */
  at?: number
  /** What stands behind Restart. */
  children?: React.ReactNode
}

/** The name of a signal's button; after a stall it is a second try. */
function nameOf({ name, action }: ServerView, signal: PowerSignal, look: SignalButtonsProps['look']): string {
  const isRetry = action?.phase === 'stalled' && action.signal === signal
  const verb = isRetry ? signalName[signal].toLowerCase() : signalName[signal]
  if (look === 'row') return `${isRetry ? 'Retry: ' : ''}${verb} ${name}`
  return isRetry ? `Retry ${verb}` : verb
}

/**
 * The signals of a server, each always in its own place, so that no press meets another one than it was meant for. One that
 * cannot be sent now is shut, and says why.
 */
export function SignalButtons({ server, look, tabIndex, at, children }: SignalButtonsProps) {
  const { power } = useClient()
  const { ref } = server
  const missing = useMissingPower(server)
  const choices = buttonChoices(server, missing)
  const hasKill = offersKill(server)
  const settled = useSettled([ref, at, hasKill, ...quickSignals.map((signal) => choices[signal] === null)].join(' '))
  const propsOf = (signal: PowerSignal) => ({
    tabIndex,
    ...shutProps(signalName[signal], choices[signal], missing[signal]),
    onClick: () => choices[signal] === null && power(ref, signal),
  })
  const [start, restart, stop] = quickSignals.map((signal) => {
    const label = nameOf(server, signal, look)
    const props = { icon: signal, title: label, ...propsOf(signal) }
    if (look === 'row') return <IconButton key={signal} label={label} {...props} />
    return (
      <Button key={signal} aria-label={label} {...props}>
        {signal === 'restart' ? signalName[signal] : <span className={styles.word}>{signalName[signal]}</span>}
      </Button>
    )
  })
  return (
    <div className={styles.signals} data-flex="gap" data-look={look} {...settled}>
      {hasKill && (
        <Button look="bad" {...propsOf('kill')}>
          Kill…
        </Button>
      )}
      {start}
      {restart}
      {children}
      {stop}
    </div>
  )
}
