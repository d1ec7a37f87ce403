import { answer, type Failure } from './failure.ts'

const app = { ...answer, delivery: 'not-sent' } as const

/** The app itself refuses, or fails. */
export const appFailures = {
  'sender-refused': {
    ...app,
    message: 'A request from outside the app window was refused.',
    hint: 'Nothing was sent. If it happens again, restart Servertray.',
  },
  'unknown-server': {
    ...app,
    recovery: 'person',
    message: 'This server is no longer in the list.',
    hint: 'Refresh the list.',
  },
  'unknown-panel': {
    ...app,
    message: 'This panel is no longer in the list.',
    hint: 'Open the API keys page again.',
  },
  'unknown-key': {
    ...app,
    recovery: 'person',
    exit: 'notFound',
    message: 'This key is no longer in the list.',
    hint: 'Open the API keys page again.',
  },
  'no-key': {
    ...app,
    exit: 'usage',
    message: 'No API key is set up.',
    hint: 'Add a key in Servertray, or set SERVERTRAY_URL and SERVERTRAY_TOKEN.',
  },
  'duplicate-key': {
    ...app,
    concerns: 'token',
    exit: 'usage',
    message: 'This token is already in the list.',
    hint: 'Use the entry that is there, or remove it first.',
  },
  'action-running': {
    ...app,
    message: 'Another action is running on this server.',
    hint: 'Wait until it is done. Kill is possible at any time.',
  },
  'vault-failed': {
    ...app,
    exit: 'usage',
    message: 'The token couldn’t be stored.',
    hint: 'Unlock the system keychain, then try again.',
  },
  'token-unreadable': {
    ...app,
    health: 'unreadable',
    recovery: 'person',
    concerns: 'token',
    exit: 'usage',
    message: 'This key’s token can’t be read.',
    hint: 'Unlock the keychain, or paste the token again with Replace token.',
  },
  'weaker-storage': {
    ...app,
    message: 'This system has no safe place for the token: it would be kept in memory only, until you quit.',
    hint: 'Unlock or install a keychain and try again, or allow memory and paste the token at each start.',
  },
  'storage-failed': {
    ...app,
    exit: 'usage',
    message: 'The settings couldn’t be saved.',
    hint: 'Check free space and access to the profile folder.',
  },
  'settings-newer': {
    ...app,
    exit: 'usage',
    message: 'The settings are from a newer version of Servertray, so this one doesn’t change them.',
    hint: 'Install the newer version of Servertray.',
  },
  'settings-broken': {
    ...app,
    exit: 'usage',
    message: 'The settings file couldn’t be read, so it was left unchanged.',
    hint: 'Start Servertray: it sets the file aside and uses its backup.',
  },
  'settings-busy': {
    ...app,
    exit: 'usage',
    message: 'Another program is writing the settings.',
    hint: 'Try again in a moment.',
  },
  'import-refused': {
    ...app,
    message: 'That file has no exported Servertray settings.',
    hint: 'Choose a file made with Export settings. Nothing was changed.',
  },
  'start-at-login-failed': {
    ...app,
    recovery: 'person',
    message: 'The system didn’t accept the change.',
    hint: 'Check the programs that start at login in the system’s settings.',
  },
  'update-busy': {
    ...app,
    message: 'A restart, a bulk action or a signal is under way and needs Servertray to keep running.',
    hint: 'Restart to update when it is done, or the update is installed when you quit.',
  },
  'update-unreachable': {
    ...app,
    message: 'The page with new versions couldn’t be reached.',
    hint: 'Check your connection. Servertray tries again later.',
  },
  'update-refused': {
    ...app,
    message: 'The download doesn’t match what was published, so it was deleted.',
    hint: 'Try again later. If it keeps happening, report it as SECURITY.md says.',
  },
  'update-failed': {
    ...app,
    message: 'The update failed.',
    hint: 'Try again later, or download the new version yourself.',
  },
  'too-many-commands': {
    ...app,
    message: 'No more commands can be saved.',
    hint: 'Remove some that are no longer used.',
  },
  'state-changed': {
    ...app,
    message: 'The server’s state has changed since.',
    hint: 'Check the server’s state first.',
  },
  'plan-running': {
    ...app,
    message: 'A restart of this server is already planned.',
    hint: 'Cancel it first, or wait until it is done.',
  },
  'plan-past': {
    ...app,
    message: 'It’s too late for that.',
    hint: 'Check the server’s state first.',
  },
  slept: {
    ...app,
    message: 'The computer slept meanwhile, so nothing more was sent.',
    hint: 'Begin again if you still want it.',
  },
  'plan-overtaken': {
    ...app,
    message: 'Another stop, restart or kill was sent to this server first.',
    hint: 'Plan the restart again if you still want it.',
  },
  'server-was-off': {
    ...app,
    exit: 'skipped',
    message: 'The server was off, so it was not restarted.',
    hint: 'Start it if it should run.',
  },
  'players-stayed': {
    ...app,
    exit: 'skipped',
    message: 'Players were on, so the server was not restarted.',
    hint: 'Plan it again, or restart it now.',
  },
  'players-not-known': {
    ...app,
    exit: 'skipped',
    message: 'It was not known whether players were on, so the server was not restarted.',
    hint: 'Check what is known of its players, then plan it again.',
  },
  'restart-without-backup': {
    ...app,
    exit: 'refused',
    message: 'The backup before the restart did not succeed, so the server was not restarted.',
    hint: 'Look at the server’s backups, then plan it again.',
  },
  'backup-outlasted': {
    ...app,
    exit: 'refused',
    message: 'The backup was still not finished an hour after the restart was due.',
    hint: 'Look at the server’s backups, then plan it again.',
  },
  'game-answers-again': {
    ...app,
    exit: 'skipped',
    message: 'The game answers again, so the server was not restarted.',
    hint: 'Nothing more is needed.',
  },
  'freeze-in-doubt': {
    ...app,
    exit: 'skipped',
    message: 'It is no longer certain that the game hangs, so the server was not restarted.',
    hint: 'Look at its console, or restart it yourself.',
  },
  'frozen-too-often': {
    ...app,
    exit: 'skipped',
    message: 'The game stopped answering more than three times within a day, so the server was not restarted again.',
    hint: 'Look at its console, or restart it yourself.',
  },
  'unknown-question': {
    ...app,
    message: 'This question is no longer open.',
    hint: 'Close its window and check what happened.',
  },
  'unknown-plan': {
    ...app,
    message: 'This plan is no longer in the list.',
    hint: 'Check the server’s state, then plan again.',
  },
  'too-many-schedules': {
    ...app,
    message: 'No more planned restarts can be saved.',
    hint: 'Remove some that are no longer used.',
  },
  'schedule-handed': {
    ...app,
    recovery: 'person',
    message: 'The panel runs this planned restart, or it is on its way there.',
    hint: 'Take it back first.',
  },
  'handover-gone': {
    ...app,
    recovery: 'person',
    message: 'No panel runs this planned restart.',
    hint: 'Look at Planned restarts again.',
  },
  'handover-running': {
    ...app,
    message: 'This planned restart is being handed to its panel, or taken back.',
    hint: 'Wait until that is done.',
  },
  'handover-due': {
    ...app,
    message: 'Its next restart is too close, or under way.',
    hint: 'Try again after it.',
  },
  'handover-needs-players': {
    ...app,
    recovery: 'person',
    message: 'This restart is skipped while players are on, and the panel cannot see players.',
    hint: 'Choose another rule for its players first.',
  },
  'handover-needs-backup': {
    ...app,
    recovery: 'person',
    message: 'This restart is skipped if its backup fails, and the panel cannot wait for a backup.',
    hint: 'Choose to restart without the backup too, or not to back up first.',
  },
  'handover-differs': {
    ...app,
    recovery: 'person',
    message: 'The panel’s schedule is not as it was written.',
    hint: 'Look at the schedules of the server.',
  },
  'handover-wrong-time': {
    ...app,
    recovery: 'person',
    message: 'The panel would run it at another time.',
    hint: 'Make the schedule yourself, under the server’s Schedules.',
  },
  'schedule-running': {
    ...app,
    message: 'The panel is running this schedule just now.',
    hint: 'Try again when the restart is over.',
  },
  'too-many-idle-stops': {
    ...app,
    message: 'No more servers can stop when nobody is on.',
    hint: 'Turn it off for some that no longer need it, under “Players…” in their menus.',
  },
  'shortcut-taken': {
    ...app,
    message: 'That shortcut is taken by the system or another program.',
    hint: 'Choose another one. Your shortcut was not changed.',
  },
  'notifications-unavailable': {
    ...app,
    message: 'This desktop shows no notifications.',
    hint: 'Start its notification service, or see what happened under Activity.',
  },
  'demo-failed': {
    ...app,
    message: 'The demo panel couldn’t be started.',
    hint: 'Try again. The log says why it failed.',
  },
  internal: {
    ...app,
    message: 'Something went wrong in Servertray.',
    hint: 'Try again. The log says what failed.',
  },
} as const satisfies Record<string, Failure>
