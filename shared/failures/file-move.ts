import { answer, type Failure } from './failure.ts'

/** Failures of what is moved between servers and this computer, and of what is kept here of their files. */
export const fileMoveFailures = {
  'transfer-running': {
    ...answer,
    delivery: 'not-sent',
    message: 'This is being downloaded already.',
    hint: 'Wait until it is done, or cancel it first.',
  },
  'archive-not-seen': {
    ...answer,
    delivery: 'undecided',
    exit: 'noAnswer',
    message: 'The server’s machine was asked for an archive, but the folder does not show one.',
    hint: 'Read the folder again: download the archive itself once it is there, then delete it.',
  },
  'archive-left': {
    ...answer,
    recovery: 'person',
    message: 'It was downloaded, but its archive could not be deleted on the server.',
    hint: 'Delete the archive there.',
  },
  'upload-unsafe': {
    ...answer,
    delivery: 'not-sent',
    recovery: 'person',
    message: 'The panel gave an unsafe address for the upload, so nothing was sent there.',
    hint: 'Tell your host: uploads need an encrypted address (https), in a private network only if the panel is in it too.',
  },
  'upload-refused': {
    ...answer,
    message: 'The server’s machine refused the upload.',
    hint: 'Try again. If it keeps refusing, upload it in the panel, and tell your host.',
  },
  'upload-too-large': {
    ...answer,
    recovery: 'person',
    message: 'A file is larger than the server’s machine takes.',
    hint: 'Upload it by SFTP, or ask your host for a higher limit.',
  },
  'upload-broken': {
    ...answer,
    delivery: 'undecided',
    exit: 'noAnswer',
    message: 'The connection broke before the upload was complete.',
    hint: 'Read the folder again: the last files may be missing or incomplete. Then upload them again.',
  },
  'upload-changed': {
    ...answer,
    delivery: 'not-sent',
    message: 'A file was changed or taken away while it was uploaded.',
    hint: 'Choose the files again.',
  },
  'upload-nothing': {
    ...answer,
    delivery: 'not-sent',
    recovery: 'person',
    message: 'There was nothing in it that can be uploaded.',
    hint: 'Choose files, or folders with files in them.',
  },
  'upload-too-many': {
    ...answer,
    delivery: 'not-sent',
    recovery: 'person',
    message: 'These are more files or folders than one upload takes.',
    hint: 'Put them into an archive, upload that, and decompress it on the server.',
  },
  'unknown-upload': {
    ...answer,
    delivery: 'not-sent',
    message: 'These files were chosen too long ago.',
    hint: 'Choose them again.',
  },
  'version-gone': {
    ...answer,
    delivery: 'not-sent',
    message: 'This version is no longer kept here.',
    hint: 'Read the list of versions again.',
  },
  'version-not-kept': {
    ...answer,
    delivery: 'not-sent',
    recovery: 'person',
    message: 'The version before could not be kept on this computer, so nothing was saved.',
    hint: 'Free some space on this computer, then save again.',
  },
  'sftp-not-opened': {
    ...answer,
    delivery: 'not-sent',
    recovery: 'person',
    message: 'No program here opened the SFTP address.',
    hint: 'Choose “Copy the SFTP address”, and put it into your SFTP client.',
  },
  'editor-not-opened': {
    ...answer,
    delivery: 'not-sent',
    recovery: 'person',
    message: 'This computer has no program that opens such a file.',
    hint: 'Choose a program for this kind of file in your system’s settings, then try again.',
  },
  'editor-file-open': {
    ...answer,
    delivery: 'not-sent',
    message: 'This file is open in your editor already.',
    hint: 'Go on there, or end it in the list first.',
  },
} as const satisfies Record<string, Failure>
