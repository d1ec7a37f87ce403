import { useState } from 'react'
import type { ServerView } from '../../../shared/model/server.ts'
import { Button } from '../../ui/Button.tsx'
import { late } from '../../ui/late.tsx'
import { Popover } from '../../ui/Popover.tsx'
import styles from './HeadState.module.css'

// Loaded when somebody asks.
const WhoStarted = late(async () => (await import('./WhoStarted.tsx')).WhoStarted)

type HeadStateProps = { server: ServerView; word: string; tone: string }

/** The open server's state in its head. Where it tells for how long it has been up, a press asks who started it. */
export function HeadState({ server, word, tone }: HeadStateProps) {
  const [isOpen, setOpen] = useState(false)
  const uptime = server.resources?.uptimeMs ?? 0
  if (!word.startsWith('Running ') || uptime === 0 || server.observedAt === null) {
    return (
      <span className={styles.state} data-tone={tone}>
        {word}
      </span>
    )
  }
  const trigger = (
    <Button look="ghost" className={styles.ask} title="Who started it?">
      {word}
    </Button>
  )
  return (
    <Popover label={`Who started ${server.name}`} isOpen={isOpen} onOpen={setOpen} trigger={trigger}>
      <WhoStarted server={server} startedAt={server.observedAt - uptime} onLeave={() => setOpen(false)} />
    </Popover>
  )
}
