import { answer, type Failure } from './failure.ts'

/** Failures of backups, and of the panel's own schedules. */
export const backupFailures = {
  'not-on-panel': {
    ...answer,
    recovery: 'person',
    message: 'This panel doesn’t offer that to other programs.',
    hint: 'Look for it on the panel’s own pages.',
  },
  'backup-not-found': {
    ...answer,
    exit: 'notFound',
    message: 'The panel no longer has this backup.',
    hint: 'Look at the server’s backups again.',
  },
  'backup-limit': {
    ...answer,
    recovery: 'person',
    message: 'The server has as many backups as its panel allows.',
    hint: 'Delete one that is no longer needed, then try again.',
  },
  'backup-locked': {
    ...answer,
    recovery: 'person',
    message: 'This backup is locked, so the panel doesn’t delete it.',
    hint: 'Unlock it first.',
  },
  'backup-not-good': {
    ...answer,
    recovery: 'person',
    message: 'This backup did not finish well, so it can’t be used.',
    hint: 'Choose one that is marked as good.',
  },
  'backup-failed': {
    ...answer,
    message: 'The backup failed on the server’s machine.',
    hint: 'Try again. If it keeps failing, ask your host about free space and the backup storage.',
  },
  'backup-not-seen': {
    ...answer,
    delivery: 'undecided',
    exit: 'noAnswer',
    message: 'The backup started, but Servertray could not tell whether it finished.',
    hint: 'Look at the server’s backups again.',
  },
  'backup-running': {
    ...answer,
    delivery: 'not-sent',
    message: 'A backup of this server is being made already.',
    hint: 'Wait until it is done.',
  },
  'keep-rule-full': {
    ...answer,
    delivery: 'not-sent',
    recovery: 'person',
    message: 'The server has as many backups as its panel allows, and its keep rule and the locks keep them all.',
    hint: 'Delete or unlock one, or keep fewer.',
  },
  'keep-rule-waits': {
    ...answer,
    delivery: 'not-sent',
    message:
      'Two backups of this server were made in the last ten minutes. Most panels then refuse another one for a while, so no old one was deleted for it.',
    hint: 'Try again in ten minutes.',
  },
  'keep-rule-stopped': {
    ...answer,
    delivery: 'not-sent',
    message: 'The keep rule could not delete an old backup, so no new one was made.',
    hint: 'Look at the server’s backups, then try again.',
  },
  'save-failed': {
    ...answer,
    delivery: 'not-sent',
    message: 'The server could not be told to save first, so no backup was made.',
    hint: 'Check the console, or back up without saving first.',
  },
  'download-running': {
    ...answer,
    delivery: 'not-sent',
    message: 'This backup is being downloaded already.',
    hint: 'Wait until it is done, or cancel it first.',
  },
  'download-unsafe': {
    ...answer,
    recovery: 'person',
    message: 'The panel gave an unsafe address for the download, so nothing was asked there.',
    hint: 'Tell your host: downloads need https. A private address works only if the panel is on the same network.',
  },
  'download-refused': {
    ...answer,
    message: 'The server’s machine refused the download.',
    hint: 'Try again. If it keeps refusing, download it in the panel, and tell your host.',
  },
  'download-wrong': {
    ...answer,
    message: 'The downloaded file doesn’t match the backup’s size or checksum.',
    hint: 'It was kept under a name that ends in .part. Download it again.',
  },
  'disk-full': {
    ...answer,
    delivery: 'not-sent',
    recovery: 'person',
    message: 'There is not enough free space for this file.',
    hint: 'Free some space or choose another folder, then try again.',
  },
  'server-not-offline': {
    ...answer,
    delivery: 'not-sent',
    message: 'The server was not seen offline, so nothing was restored.',
    hint: 'Stop the server, wait until it is offline, then try again.',
  },
  'restore-failed': {
    ...answer,
    message: 'The restore failed on the server’s machine.',
    hint: 'Look at the server’s files and its page in the panel before you start it.',
  },
  'restore-not-seen': {
    ...answer,
    delivery: 'undecided',
    exit: 'noAnswer',
    message: 'The restore started, but Servertray could not tell whether it finished.',
    hint: 'Look at the server’s activity in the panel before you start it.',
  },
  'schedule-not-found': {
    ...answer,
    exit: 'notFound',
    message: 'The panel no longer has this schedule.',
    hint: 'Look at the schedules on the panel again.',
  },
} as const satisfies Record<string, Failure>
