import { byPerson, notFound, notSent, notSentByPerson, refused, undecided } from './failure.ts'

/** Failures of backups, and of the panel's own schedules. */
export const backupFailures = {
  'not-on-panel': byPerson('This panel doesn’t offer that to other programs.', 'Look for it on the panel’s own pages.'),
  'backup-not-found': notFound('The panel no longer has this backup.', 'Look at the server’s backups again.'),
  'backup-limit': byPerson(
    'The server has as many backups as its panel allows.',
    'Delete one that is no longer needed, then try again.',
  ),
  'backup-locked': byPerson('This backup is locked, so the panel doesn’t delete it.', 'Unlock it first.'),
  'backup-not-good': byPerson(
    'This backup did not finish well, so it can’t be used.',
    'Choose one that is marked as good.',
  ),
  'backup-failed': refused(
    'The backup failed on the server’s machine.',
    'Try again. If it keeps failing, ask your host about free space and the backup storage.',
  ),
  'backup-not-seen': undecided(
    'The backup started, but Servertray could not tell whether it finished.',
    'Look at the server’s backups again.',
  ),
  'backup-running': notSent('A backup of this server is being made already.', 'Wait until it is done.'),
  'keep-rule-full': notSentByPerson(
    'The server has as many backups as its panel allows, and its keep rule and the locks keep them all.',
    'Delete or unlock one, or keep fewer.',
  ),
  'keep-rule-waits': notSent(
    'Two backups of this server were made in the last ten minutes. Most panels then refuse another one for a while, so no old one was deleted for it.',
    'Try again in ten minutes.',
  ),
  'keep-rule-stopped': notSent(
    'The keep rule could not delete an old backup, so no new one was made.',
    'Look at the server’s backups, then try again.',
  ),
  'save-failed': notSent(
    'The server could not be told to save first, so no backup was made.',
    'Check the console, or back up without saving first.',
  ),
  'download-running': notSent('This backup is being downloaded already.', 'Wait until it is done, or cancel it first.'),
  'download-unsafe': byPerson(
    'The panel gave an unsafe address for the download, so nothing was asked there.',
    'Tell your host: downloads need https. A private address works only if the panel is on the same network.',
  ),
  'download-refused': refused(
    'The server’s machine refused the download.',
    'Try again. If it keeps refusing, download it in the panel, and tell your host.',
  ),
  'download-wrong': refused(
    'The downloaded file doesn’t match the backup’s size or checksum.',
    'It was kept under a name that ends in .part. Download it again.',
  ),
  'disk-full': notSentByPerson(
    'There is not enough free space for this file.',
    'Free some space or choose another folder, then try again.',
  ),
  'server-not-offline': notSent(
    'The server was not seen offline, so nothing was restored.',
    'Stop the server, wait until it is offline, then try again.',
  ),
  'restore-failed': refused(
    'The restore failed on the server’s machine.',
    'Look at the server’s files and its page in the panel before you start it.',
  ),
  'restore-not-seen': undecided(
    'The restore started, but Servertray could not tell whether it finished.',
    'Look at the server’s activity in the panel before you start it.',
  ),
  'schedule-not-found': notFound('The panel no longer has this schedule.', 'Look at the schedules on the panel again.'),
}
