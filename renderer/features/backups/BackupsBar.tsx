import type { BackupsOfServer } from '../../../shared/backups/contract.ts'
import { keepRuleText } from '../../../shared/backups/keep.ts'
import type { KeepRule } from '../../../shared/model/preferences-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { whyNoBackupNow } from '../../../shared/servers/choices.ts'
import { AreaHead } from '../../parts/area/AreaHead.tsx'
import { whyNoOther } from '../../parts/servers/backup-age.ts'
import { missingPermissionProps, useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { countText, factTexts } from './backup-words.ts'

type FactProps = {
  list: BackupsOfServer
  age: string | null
  rule: KeepRule | null
  /** Why the rule's last daily look came to nothing; null where it did not. */
  failed: string | null
  now: number
}

/** What is known of all backups, in a line; what has no room in it is in a tooltip. */
function Fact({ list, age, rule, failed, now }: FactProps) {
  const facts = [...factTexts(list, now), rule && keepRuleText(rule), failed, age].filter((text) => text !== null)
  return (
    <span title={[countText(list), ...facts].join(' · ')}>
      <strong>{countText(list)}</strong>
      {facts.map((text) => ` · ${text}`)}
    </span>
  )
}

/** Makes a backup now, or says why none can be made. */
function BackUpNow({ server, noOther }: { server: ServerView; noOther: string | null }) {
  const { view } = useClient()
  const now = useNow(15_000)
  const why = useAppState((state) => whyNoBackupNow(state, server, now)) ?? noOther
  const missing = useMissingPermission(server, 'backups-full')
  return (
    <Button
      look="go"
      {...(why !== null && { 'aria-disabled': true, title: `${capitalised(why)}.` })}
      {...missingPermissionProps(missing)}
      onClick={() => why === null && view.setState({ dialog: { kind: 'backup', ref: server.ref } })}
    >
      Back up now
    </Button>
  )
}

type BackupsBarProps = {
  server: ServerView
  /** Null until it was read. */
  list: BackupsOfServer | null
  age: string | null
  now: number
  onKeep: () => void
}

/** What is known of a server's backups, which of them stay, and the next one. */
export function BackupsBar({ server, list, age, now, onKeep }: BackupsBarProps) {
  const rule = useAppState(({ preferences }) => preferences.keepRules[server.ref] ?? null)
  const failed = useAppState(({ keepRuns }) => {
    const error = keepRuns[server.ref]?.error
    return rule?.daily && error ? `its daily check failed: ${error.message}` : null
  })
  return (
    <AreaHead fact={list !== null && <Fact {...{ list, age, rule, failed, now }} />}>
      {list !== null && <Button onClick={onKeep}>Keep…</Button>}
      <BackUpNow server={server} noOther={list && whyNoOther(list, rule)} />
    </AreaHead>
  )
}
