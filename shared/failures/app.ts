import { badInput, notSent, notSentByPerson, skipped, usage } from './failure.ts'

/** The app itself refuses, or fails. */
export const appFailures = {
  'sender-refused': notSent(
    'A request from outside the app window was refused.',
    'Nothing was sent. If it happens again, restart Servertray.',
  ),
  'unknown-server': notSentByPerson('This server is no longer in the list.', 'Refresh the list.'),
  'unknown-panel': notSent('This panel is no longer in the list.', 'Open the API keys page again.'),
  'unknown-key': notSentByPerson('This key is no longer in the list.', 'Open the API keys page again.', {
    exit: 'notFound',
  }),
  'no-key': usage('No API key is set up.', 'Add a key in Servertray, or set SERVERTRAY_URL and SERVERTRAY_TOKEN.'),
  'duplicate-key': usage('This token is already in the list.', 'Use the entry that is there, or remove it first.', {
    concerns: 'token',
  }),
  'action-running': notSent(
    'Another action is running on this server.',
    'Wait until it is done. Kill is possible at any time.',
  ),
  'server-stopping': notSent(
    'The server is still stopping, so nothing was sent.',
    'Wait until it is offline. If it hangs, use Kill.',
  ),
  'vault-failed': usage('The token couldn’t be stored.', 'Unlock the system keychain, then try again.'),
  'token-unreadable': badInput(
    'This key’s token can’t be read.',
    'Unlock the keychain, or paste the token again with Replace token.',
    { health: 'unreadable', concerns: 'token' },
  ),
  'weaker-storage': notSent(
    'This system has no safe place for the token: it would be kept in memory only, until you quit.',
    'Unlock or install a keychain and try again, or allow memory and paste the token at each start.',
  ),
  'storage-failed': usage('The settings couldn’t be saved.', 'Check free space and access to the profile folder.'),
  'settings-newer': usage(
    'The settings are from a newer version of Servertray, so this one doesn’t change them.',
    'Install the newer version of Servertray.',
  ),
  'settings-broken': usage(
    'The settings file couldn’t be read, so it was left unchanged.',
    'Start Servertray: it sets the file aside and uses its backup.',
  ),
  'settings-busy': usage('Another program is writing the settings.', 'Try again in a moment.'),
  'import-refused': notSent(
    'That file has no exported Servertray settings.',
    'Choose a file made with Export settings. Nothing was changed.',
  ),
  'start-at-login-failed': notSentByPerson(
    'The system didn’t accept the change.',
    'Check the programs that start at login in the system’s settings.',
  ),
  'update-busy': notSent(
    'A restart, a bulk action or a signal is under way and needs Servertray to keep running.',
    'Restart to update when it is done, or the update is installed when you quit.',
  ),
  'update-unreachable': notSent(
    'The page with new versions couldn’t be reached.',
    'Check your connection. Servertray tries again later.',
  ),
  'update-refused': notSent(
    'The download doesn’t match what was published, so it was deleted.',
    'Try again later. If it keeps happening, report it as SECURITY.md says.',
  ),
  'update-failed': notSent('The update failed.', 'Try again later, or download the new version yourself.'),
  'too-many-commands': notSent('No more commands can be saved.', 'Remove some that are no longer used.'),
  'state-changed': notSent('The server’s state has changed since.', 'Check the server’s state first.'),
  'plan-running': notSent('A restart of this server is already planned.', 'Cancel it first, or wait until it is done.'),
  'too-late': notSent('It’s too late for that.', 'Check the server’s state first.'),
  slept: notSent('The computer slept meanwhile, so nothing more was sent.', 'Begin again if you still want it.'),
  'plan-overtaken': notSent(
    'Another stop, restart or kill was sent to this server first.',
    'Plan the restart again if you still want it.',
  ),
  'server-was-off': skipped('The server was off, so it was not restarted.', 'Start it if it should run.'),
  'server-state-unknown': skipped(
    'It was not known whether the server was running, so it was not restarted.',
    'Look at its state, then restart it by itself.',
  ),
  'players-stayed': skipped('Players were on, so the server was not restarted.', 'Plan it again, or restart it now.'),
  'players-not-known': skipped(
    'It was not known whether players were on, so the server was not restarted.',
    'Check what is known of its players, then plan it again.',
  ),
  'restart-without-backup': notSent(
    'The backup before the restart did not succeed, so the server was not restarted.',
    'Look at the server’s backups, then plan it again.',
  ),
  'backup-outlasted': notSent(
    'The backup was still not finished an hour after the restart was due.',
    'Look at the server’s backups, then plan it again.',
  ),
  'game-answers-again': skipped('The game answers again, so the server was not restarted.', 'Nothing more is needed.'),
  'freeze-in-doubt': skipped(
    'It is no longer certain that the game hangs, so the server was not restarted.',
    'Look at its console, or restart it yourself.',
  ),
  'frozen-too-often': skipped(
    'The game stopped answering more than three times within a day, so the server was not restarted again.',
    'Look at its console, or restart it yourself.',
  ),
  'unknown-question': notSent('This question is no longer open.', 'Close its window and check what happened.'),
  'unknown-plan': notSent('This plan is no longer in the list.', 'Check the server’s state, then plan again.'),
  'too-many-schedules': notSent('No more planned restarts can be saved.', 'Remove some that are no longer used.'),
  'handover-running': notSent('This planned restart is just being created on its panel.', 'Wait until that is done.'),
  'handover-due': notSent('Its next restart is too close, or under way.', 'Try again after it.'),
  'handover-needs-players': notSentByPerson(
    'This restart is skipped while players are on, and the panel cannot see players.',
    'Choose another rule for its players first.',
  ),
  'handover-needs-backup': notSentByPerson(
    'This restart is skipped if its backup fails, and the panel cannot wait for a backup.',
    'Choose to restart without the backup too, or not to back up first.',
  ),
  'handover-differs': notSentByPerson(
    'The panel’s schedule is not as it was written.',
    'Delete it there, then try again.',
  ),
  'handover-wrong-time': notSentByPerson(
    'The panel would run it at another time.',
    'Make the schedule yourself, under the server’s Schedules.',
  ),
  'too-many-idle-stops': notSent(
    'No more servers can stop when nobody is on.',
    'Turn it off for some that no longer need it, under “Players…” in their menus.',
  ),
  'shortcut-taken': notSent(
    'That shortcut is taken by the system or another program.',
    'Choose another one. Your shortcut was not changed.',
  ),
  'notifications-unavailable': notSent(
    'This desktop shows no notifications.',
    'Start its notification service, or see what happened under Activity.',
  ),
  'demo-failed': notSent('The demo panel couldn’t be started.', 'Try again. The log says why it failed.'),
  internal: notSent('Something went wrong in Servertray.', 'Try again. The log says what failed.'),
}
