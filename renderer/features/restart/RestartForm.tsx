import { useId, useState } from 'react'
import { restartChoicesFor } from '../../../shared/model/restart.ts'
import type { PlayersRule, RestartChoices, RestartWhen } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { ok } from '../../../shared/result.ts'
import { stopped } from '../../parts/area/stopped.ts'
import { LeftOut, Pace, useSelectionEnd } from '../../parts/bulk/BulkFields.tsx'
import { leftOut } from '../../parts/bulk/eligibility.ts'
import { BackupFirst, useNotBackedUp } from '../../parts/restart/BackupFirst.tsx'
import { cleanChoices } from '../../parts/restart/choices.ts'
import { MoreOptions, optionsInShort, whyUnfolded } from '../../parts/restart/MoreOptions.tsx'
import { PlayersRead } from '../../parts/restart/PlayersRead.tsx'
import { beginnings, MostPlayers, useAsksPlayers } from '../../parts/restart/PlayersRule.tsx'
import { type When, zeroAt } from '../../parts/restart/when.ts'
import { useAppState, useClient, useSecond, useServerNames } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, Tick } from '../../ui/Choice.tsx'
import controlStyles from '../../ui/controls.module.css'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { closing, useTask } from '../../ui/use-task.ts'
import { RestartLead } from './RestartLead.tsx'
import styles from './restart.module.css'
import { WhenField } from './WhenField.tsx'

type Keep = 'once' | 'server' | 'all'

type RestartFormProps = {
  title: string
  /** One, or several in turn. */
  servers: readonly ServerView[]
  /** Why it cannot be restarted now. */
  stop: string | null
  onClose: () => void
}

/** @param name of the server for which the choices can be saved; null for several */
function KeepField({ name, keep, onChange }: { name: string | null; keep: Keep; onChange: (keep: Keep) => void }) {
  return (
    <div className={`${controlStyles.sentence} ${styles.keep}`}>
      Use these choices
      <Select
        label="Use these choices"
        options={[
          ['once', 'this time only'],
          ...(name === null ? [] : [['server', `for ${name} from now on`] as const]),
          ['all', 'for all servers from now on'],
        ]}
        value={keep}
        onChange={onChange}
      />
    </div>
  )
}

type AtMostProps = { rule: PlayersRule; onRule: (rule: PlayersRule) => void; hasPlayers: boolean }

/** Restarts only where few are on: offered where that can be known, and shown wherever it is the rule. */
function AtMost({ rule, onRule, hasPlayers }: AtMostProps) {
  const isOn = rule.rule === 'at-most'
  if (rule.rule === 'when-empty' || !(hasPlayers || isOn)) return null
  return (
    <div className={`${controlStyles.sentence} ${styles.atMost}`}>
      <Tick
        label={`Only if few are on${isOn ? ', at most' : ''}`}
        checked={isOn}
        onChange={(on) => onRule(beginnings[on ? 'at-most' : 'any'])}
      />
      <MostPlayers rule={rule} onRule={onRule} />
    </div>
  )
}

/** The time that the form begins with. */
const beginningOf = ({ players }: RestartChoices): When =>
  players.rule === 'when-empty' ? { kind: 'at', time: '06:00' } : { kind: 'in', minutes: 5 }

export function RestartForm({ title, servers, stop, onClose }: RestartFormProps) {
  const { call } = useClient().bridge
  const [first] = servers
  const isOne = servers.length === 1
  const kept = useAppState((state) =>
    isOne && first ? restartChoicesFor(state, first.ref) : state.preferences.restart.all,
  )
  const nameOf = useServerNames()
  const end = useSelectionEnd(onClose)
  const [choices, setChoices] = useState(kept)
  const { able, out, not, canBackUp } = useAble(servers, choices.backupFirst)
  const [when, setWhen] = useState(() => beginningOf(kept))
  const [keep, setKeep] = useState<Keep>('once')
  const [stagger, setStagger] = useState<number | null>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const moreId = useId()
  const now = useSecond(when.kind === 'at')
  const zero = zeroAt(when, now)
  const leadSeconds = zero === null ? null : Math.floor((zero - now) / 1_000)
  // A field that has to be filled in is not folded away.
  const stays = whyUnfolded(choices)
  if (!isUnfolded && stays !== null) setUnfolded(true)
  const inShort = optionsInShort(choices)
  const isChanged = JSON.stringify(choices) !== JSON.stringify(kept)

  const hasPlayers = useAsksPlayers(servers)
  const setRule = (players: PlayersRule) => setChoices((before) => ({ ...before, players }))

  const order = (clean: RestartChoices) => {
    // Kept for servers that can be backed up: here it is shown, and not done.
    const plan = { choices: canBackUp ? clean : { ...clean, backupFirst: 'no' as const }, when: orderOf(when) }
    if (isOne && first) return call('restart:plan', { ref: first.ref, ...plan })
    const refs = able.map(({ ref }) => ref)
    return call('bulk:start', { work: { kind: 'restart', ...plan }, refs, staggerMs: stagger })
  }
  const start = useTask(async () => {
    const clean = cleanChoices(choices)
    const ref = keep === 'server' && first ? first.ref : null
    const saved = isChanged && keep !== 'once' ? await call('preferences:setRestart', { ref, choices: clean }) : ok()
    return saved.ok ? closing(order(clean), isOne ? onClose : end) : saved
  })

  return (
    <FormDialog
      title={title}
      submit={isOne ? 'Plan restart' : `Restart ${count(able.length, 'server')}`}
      isReady={stop === null && able.length > 0}
      task={start}
      before={
        <Button
          look="ghost"
          className={styles.more}
          aria-expanded={isUnfolded}
          aria-controls={isUnfolded ? moreId : undefined}
          {...stopped(stays)}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          More options
          <Icon name="down" />
        </Button>
      }
      told={stop !== null && <Notice tone="busy" message={`Not now: ${stop}.`} />}
      onClose={onClose}
    >
      <RestartLead servers={able} rule={choices.players} />
      <WhenField
        when={when}
        onChange={setWhen}
        now={now}
        hasClock={isOne}
        rule={choices.players}
        onRule={setRule}
        hasPlayers={hasPlayers}
      />
      <AtMost rule={choices.players} onRule={setRule} hasPlayers={hasPlayers} />
      <PlayersRead choices={choices} onChange={setChoices} leadSeconds={leadSeconds} serverName={first?.name ?? ''} />
      <BackupFirst
        servers={servers}
        not={not}
        isPossible={canBackUp}
        choice={choices.backupFirst}
        onChoice={(backupFirst) => setChoices((before) => ({ ...before, backupFirst }))}
      />
      {!isOne && choices.players.rule !== 'when-empty' && <Pace value={stagger} onChange={setStagger} />}
      {isUnfolded ? (
        <div id={moreId}>
          <MoreOptions choices={choices} onChange={setChoices} />
        </div>
      ) : (
        inShort !== '' && <small>{inShort}</small>
      )}
      {isChanged && <KeepField name={isOne && first ? nameOf(first.ref) : null} keep={keep} onChange={setKeep} />}
      <LeftOut out={out} />
    </FormDialog>
  )
}

/**
 * The servers of a restart that can take part; of several, those that cannot with their reasons: those of which no backup
 * can be made among them, where one must come first. `not`: those that are restarted without one.
 */
function useAble(servers: readonly ServerView[], backupFirst: RestartChoices['backupFirst']) {
  const state = useAppState((whole) => whole)
  const nameOf = useServerNames()
  const { not, canBackUp } = useNotBackedUp(servers)
  if (servers.length === 1) return { able: servers, out: [], not, canBackUp }
  const { able, out } = leftOut(state, servers, 'restart-warning', Date.now(), nameOf)
  if (backupFirst !== 'must' || !canBackUp) return { able, out, not, canBackUp }
  const isIn = ({ ref }: { ref: ServerView['ref'] }) => able.some((one) => one.ref === ref)
  const without = not.filter(isIn).map(({ name, reason }) => ({ name, reason: `no backup can be made: ${reason}` }))
  const backedUp = able.filter(({ ref }) => !not.some((one) => one.ref === ref))
  return { able: backedUp, out: [...out, ...without], not: [], canBackUp }
}

const orderOf = (when: When): RestartWhen =>
  when.kind === 'in' ? { inSeconds: when.minutes * 60 } : { at: zeroAt(when, Date.now()) ?? 0 }
