import type { ServerRef } from '../../../shared/model/identifier.ts'
import { mutedText, muteText } from '../../../shared/model/mute-text.ts'
import { isMuted, muteChoices, type NotificationKind, notificationKinds } from '../../../shared/model/preferences.ts'
import { serverNames } from '../../../shared/servers/names.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import controlStyles from '../../ui/controls.module.css'
import { inWords } from '../../ui/use-task.ts'
import { Setting } from './Setting.tsx'
import styles from './setting.module.css'
import { Task } from './Task.tsx'
import { useSave } from './use-save.ts'

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
  const { call } = useClient().bridge
  const quiet = useAppState((state) => state.preferences.quietKinds)
  const { error, save } = useSave()
  const choose = (kind: NotificationKind, isOn: boolean) => {
    const others = quiet.filter((one) => one !== kind)
    save(() => call('preferences:set', { quietKinds: isOn ? others : [...others, kind] }))
  }
  return (
    <Setting title="Notify me when" text="A kill that a plan sends by itself is always shown." error={error}>
      <div className={styles.wide}>
        {notificationKinds.map((kind) => (
          <label key={kind} className={controlStyles.tick}>
            <input
              type="checkbox"
              checked={!quiet.includes(kind)}
              onChange={(event) => choose(kind, event.target.checked)}
            />
            <span>
              {kindWords[kind][0]} <small>{kindWords[kind][1]}</small>
            </span>
          </label>
        ))}
      </div>
    </Setting>
  )
}

function MutedServers() {
  const { call } = useClient().bridge
  const state = useAppState((whole) => whole)
  const { quiet } = state.preferences
  const { error, save } = useSave()
  const nameOf = serverNames(state)
  const others = Object.values(state.servers)
    .filter(({ ref }) => !quiet.includes(ref))
    .map(({ ref, name }) => [ref, nameOf(ref, name)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, 'en', { numeric: true }))
  const set = (ref: ServerRef, isQuiet: boolean) => save(() => call('servers:setQuiet', { ref, quiet: isQuiet }))
  return (
    <Setting
      title="Muted servers"
      text={quiet.length === 0 ? 'None. A server’s own menu also has Mute this server.' : 'They never notify you.'}
      error={error}
      control={
        <select
          className={controlStyles.select}
          aria-label="Mute a server"
          value=""
          onChange={(event) => {
            const chosen = others.find(([ref]) => ref === event.target.value)
            if (chosen !== undefined) set(chosen[0], true)
          }}
        >
          <option value="">Mute a server…</option>
          {others.map(([ref, name]) => (
            <option key={ref} value={ref}>
              {name}
            </option>
          ))}
        </select>
      }
    >
      {quiet.length > 0 && (
        <ul className={styles.list} aria-label="Muted servers">
          {quiet.map((ref) => {
            const name = nameOf(ref, state.servers[ref]?.name ?? ref)
            return (
              <li key={ref}>
                <span>{name}</span>
                <Button aria-label={`Unmute ${name}`} onClick={() => set(ref, false)}>
                  Unmute
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Setting>
  )
}

function MuteAll() {
  const { call } = useClient().bridge
  const preferences = useAppState((state) => state.preferences)
  const now = useNow(preferences.muted === null ? null : 15_000)
  const { error, save } = useSave()
  const muted = isMuted(preferences, now)
  return (
    <Setting
      title="Mute all"
      text={muted ? `${mutedText(preferences)}.` : 'While you play or sleep. The bell at the top does the same.'}
      error={error}
      control={
        muted ? (
          <Button onClick={() => save(() => call('preferences:mute', { choice: null }))}>Unmute</Button>
        ) : (
          <select
            className={controlStyles.select}
            aria-label="Mute all notifications"
            value=""
            onChange={(event) => {
              const choice = muteChoices.find((one) => one === event.target.value)
              if (choice !== undefined) save(() => call('preferences:mute', { choice }))
            }}
          >
            <option value="">Mute…</option>
            {muteChoices.map((choice) => (
              <option key={choice} value={choice}>
                {muteText[choice]}
              </option>
            ))}
          </select>
        )
      }
    />
  )
}

/** What notifications tell of, of which servers, and whether they come at all. */
export function Notifications() {
  const { call } = useClient().bridge
  const sendTest = () =>
    inWords(
      call('notifications:test'),
      () => 'Sent. If you don’t see it, allow notifications in the system’s settings.',
    )
  return (
    <>
      <Kinds />
      <MutedServers />
      <MuteAll />
      <Task
        title="Test"
        text="Shows one now, also while notifications are muted."
        action="Send a test notification"
        run={sendTest}
      />
    </>
  )
}
