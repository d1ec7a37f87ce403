import { answer, type Failure } from './failure.ts'

/** Failures of the files of servers. */
export const fileFailures = {
  'file-not-found': {
    ...answer,
    exit: 'notFound',
    message: 'There is no such file or folder on the server.',
    hint: 'Read the folder again: somebody may have moved or deleted it.',
  },
  'file-exists': {
    ...answer,
    recovery: 'person',
    message: 'There is a file or folder with that name already.',
    hint: 'Choose another name.',
  },
  'file-denied': {
    ...answer,
    recovery: 'person',
    message: 'The panel keeps this file from being changed or read.',
    hint: 'Your host protects it for this kind of game. Ask there if it has to change.',
  },
  'file-refused': {
    ...answer,
    recovery: 'person',
    message: 'The server’s machine refused to do that with this file.',
    hint: 'Look at the file on the server’s page in the panel.',
  },
  'file-too-large': {
    ...answer,
    recovery: 'person',
    message: 'This file is too large for that.',
    hint: 'Download it instead.',
  },
  'file-in-use': {
    ...answer,
    recovery: 'person',
    message: 'A file that would be overwritten is in use.',
    hint: 'Stop the server, then try again.',
  },
  'file-no-text': {
    ...answer,
    recovery: 'person',
    message: 'This is not a text file.',
    hint: 'Download it instead.',
  },
  'archive-unknown': {
    ...answer,
    recovery: 'person',
    message: 'The server’s machine can’t unpack this kind of file.',
    hint: 'Use an archive such as .zip or .tar.gz.',
  },
  'server-disk-full': {
    ...answer,
    recovery: 'person',
    message: 'There is not enough free space on the server.',
    hint: 'Delete what is no longer needed there, then try again.',
  },
  'text-unencodable': {
    ...answer,
    delivery: 'not-sent',
    recovery: 'person',
    message: 'The text has characters that the file’s encoding does not have, so nothing was saved.',
    hint: 'Take them out, or save the file as UTF-8.',
  },
  'write-broken': {
    ...answer,
    delivery: 'undecided',
    exit: 'noAnswer',
    message: 'The save was cut off, so the file on the server may be incomplete.',
    hint: 'Keep your text, look at the file, then save it again.',
  },
  'pull-unsafe': {
    ...answer,
    delivery: 'not-sent',
    recovery: 'person',
    message: 'The server’s machine can’t fetch from that address.',
    hint: 'Use an address that begins with https:// or http:// and is open to everybody on the internet.',
  },
  'pull-refused': {
    ...answer,
    message: 'That address does not answer with a file.',
    hint: 'Open it in your browser, and copy the address of the download itself.',
  },
  'pull-not-seen': {
    ...answer,
    delivery: 'undecided',
    exit: 'noAnswer',
    message: 'The panel took the address, but no file came.',
    hint: 'The server’s machine may not reach it, or may not be allowed to. Download it here, then upload it.',
  },
} as const satisfies Record<string, Failure>
