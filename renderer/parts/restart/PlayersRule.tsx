import { maxRulePlayers, maxWaitMinutes } from '../../../shared/model/restart.ts'
import type { PlayersRule } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { useAppState } from '../../state/hooks.ts'
import { Select } from '../../ui/Choice.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Pills } from '../../ui/Pills.tsx'

type RuleProps = { rule: PlayersRule; onRule: (rule: PlayersRule) => void }

/** True where some of the servers has a game that is asked for its players. */
export const useAsksPlayers = (servers: readonly Pick<ServerView, 'ref'>[]) =>
  useAppState(({ players }) =>
    servers.some(({ ref }) => {
      const view = players[ref]
      return view !== undefined && view.unknown !== 'off'
    }),
  )

/** What follows at the latest time where somebody is still on. */
export function Otherwise({ rule, onRule }: RuleProps) {
  if (rule.rule !== 'when-empty') return null
  return (
    <Select<'restart' | 'skip'>
      label="If somebody is still on then"
      options={[
        ['restart', 'then with warning'],
        ['skip', 'or not at all'],
      ]}
      value={rule.otherwise}
      onChange={(otherwise) => onRule({ rule: 'when-empty', otherwise })}
    />
  )
}

/** With how many players it still restarts, at most. */
export function MostPlayers({ rule, onRule }: RuleProps) {
  if (rule.rule !== 'at-most') return null
  return (
    <NumberInput
      label="Most players"
      min={0}
      max={maxRulePlayers}
      value={rule.players}
      onChange={(players) => onRule({ rule: 'at-most', players })}
    />
  )
}

/** The rules, each as it begins. */
export const beginnings: Readonly<Record<PlayersRule['rule'], PlayersRule>> = {
  any: { rule: 'any' },
  'when-empty': { rule: 'when-empty', otherwise: 'restart' },
  'at-most': { rule: 'at-most', players: 0 },
}
const rules = [
  { value: 'any', label: 'Whoever is on' },
  { value: 'when-empty', label: 'When empty' },
  { value: 'at-most', label: 'Only if few are on' },
] as const

export type WaitProps = RuleProps & {
  /** How long before its time it begins to wait for an empty server, in minutes; null where it has no time yet. */
  wait: { readonly minutes: number; readonly onChange: (minutes: number) => void } | null
}

/** What a restart does about players. */
export function PlayersRuleField({ rule, onRule, wait }: WaitProps) {
  return (
    <Pills legend="Players" options={rules} value={rule.rule} onChange={(next) => onRule(beginnings[next])}>
      {rule.rule === 'when-empty' && wait !== null && (
        <span data-text="note">
          From{' '}
          <NumberInput
            label="Minutes before its time at which it begins to wait"
            min={1}
            max={maxWaitMinutes}
            value={wait.minutes}
            onChange={wait.onChange}
          />{' '}
          min before its time
        </span>
      )}
      {rule.rule === 'at-most' && <span data-text="note">At most</span>}
      <MostPlayers rule={rule} onRule={onRule} />
      <Otherwise rule={rule} onRule={onRule} />
    </Pills>
  )
}
