import { backupDaysChoices } from '../../../shared/model/backup-health.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import {
  isMuted,
  type MuteChoice,
  muteChoices,
  mutedText,
  muteText,
  type NotificationKind,
  notificationKinds,
} from '../../../shared/model/preferences.ts'
import { serverNames } from '../../../shared/servers/names.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, Tick } from '../../ui/Choice.tsx'
import { count } from '../../ui/format.ts'
import { inWords } from '../../ui/use-task.ts'
import { Setting, SettingList, Task } from './Setting.tsx'
import styles from './setting.module.css'

const kindWords: Readonly<Record<NotificationKind, readonly [string, string]>> = {
  stop: ['A server goes down on its own', 'It crashed, or stopped without being asked from here.'],
  return: ['It is running again', 'After it went down on its own.'],
  action: ['An action fails or takes long', 'Also when a bulk action is done.'],
  missed: ['A planned restart is missed', 'The computer slept, or Servertray was closed.'],
  key: ['A panel refuses a key', 'Its servers cannot be read any more.'],
  frozen: [
    'A game stops answering',
    'Its server runs, but has not answered for ten minutes. Only where games are asked.',
  ],
  joined: ['The first player joins', 'Only where games are asked.'],
  left: ['The last player leaves', 'Only where games are asked.'],
}

function Kinds() {
  const quiet = useAppState((state) => state.preferences.quietKinds)
  const without = (kind: NotificationKind) => quiet.filter((one) => one !== kind)
  return (
    <Setting title="Notify me when" text="A kill that a plan sends by itself is always shown.">
      {(save) => (
        <div className={styles.wide} data-stack="s2">
          {notificationKinds.map((kind) => (
            <Tick
              key={kind}
              label={kindWords[kind][0]}
              text={kindWords[kind][1]}
              checked={!quiet.includes(kind)}
              onChange={(on) => save('preferences:set', { quietKinds: on ? without(kind) : [...without(kind), kind] })}
            />
          ))}
        </div>
      )}
    </Setting>
  )
}

function MutedServers() {
  const state = useAppState((whole) => whole)
  const { quiet } = state.preferences
  const nameOf = serverNames(state)
  const others = Object.values(state.servers)
    .filter(({ ref }) => !quiet.includes(ref))
    .map(({ ref, name }) => [ref, nameOf(ref, name)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, 'en', { numeric: true }))
  return (
    <Setting
      title="Muted servers"
      text={quiet.length === 0 ? 'None. A server’s own menu also has Mute this server.' : 'They never notify you.'}
      control={(save) => (
        <Select<ServerRef | ''>
          label="Mute a server"
          options={[['', 'Mute a server…'], ...others]}
          value=""
          onChange={(ref) => ref !== '' && save('servers:setQuiet', { ref, quiet: true })}
        />
      )}
    >
      {(save) => (
        <SettingList
          label="Muted servers"
          items={quiet.map((ref) => {
            const name = nameOf(ref, state.servers[ref]?.name ?? ref)
            return {
              key: ref,
              name,
              action: ['Unmute', `Unmute ${name}`],
              onClick: () => save('servers:setQuiet', { ref, quiet: false }),
            }
          })}
        />
      )}
    </Setting>
  )
}

const muteOptions = muteChoices.map((choice) => [choice, muteText[choice]] as const)

function MuteAll() {
  const preferences = useAppState((state) => state.preferences)
  const now = useNow(preferences.muted === null ? null : 15_000)
  const muted = isMuted(preferences, now)
  return (
    <Setting
      title="Mute all"
      text={muted ? `${mutedText(preferences)}.` : 'While you play or sleep. The bell at the top does the same.'}
      control={(save) =>
        muted ? (
          <Button onClick={() => save('preferences:mute', { choice: null })}>Unmute</Button>
        ) : (
          <Select<MuteChoice | ''>
            label="Mute all notifications"
            options={[['', 'Mute…'], ...muteOptions]}
            value=""
            onChange={(choice) => choice !== '' && save('preferences:mute', { choice })}
          />
        )
      }
    />
  )
}

const ageOptions = backupDaysChoices.map((days) => [days, `Older than ${count(days, 'day')}`] as const)

/** What notifications tell of, of which servers, and whether they come at all. */
export function Notifications() {
  const { call } = useClient().bridge
  const value = useAppState((state) => state.preferences.backupDays)
  return (
    <>
      <Kinds />
      <MutedServers />
      <MuteAll />
      <Task
        title="Test"
        text="Shows one now, also while notifications are muted."
        action="Send a test notification"
        run={() =>
          inWords(
            call('notifications:test'),
            () => 'Sent. If you don’t see it, allow notifications in the system’s settings.',
          )
        }
      />
      <Setting
        title="Old backups"
        text="A server needs attention when its newest good backup is older, or its last one failed. With an age chosen, Servertray looks every six hours while it is open; otherwise this is known for a day after you looked."
        control={(save) => (
          <Select
            label="Old backups"
            options={[[null, 'Any age is fine'], ...ageOptions]}
            value={value}
            onChange={(backupDays) => save('preferences:set', { backupDays })}
          />
        )}
      />
    </>
  )
}
