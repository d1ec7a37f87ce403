import { answer, type Failure } from './failure.ts'

/** Failures of the databases of a server. */
export const databaseFailures = {
  'database-not-found': {
    ...answer,
    exit: 'notFound',
    message: 'The panel no longer has this database.',
    hint: 'Look at the server’s databases again.',
  },
  'database-limit': {
    ...answer,
    recovery: 'person',
    message: 'The server has as many databases as its panel allows.',
    hint: 'Delete one that is no longer needed, or ask your host for more.',
  },
  'database-name-taken': {
    ...answer,
    recovery: 'person',
    message: 'There is a database with this name already.',
    hint: 'Choose another name.',
  },
  'database-no-host': {
    ...answer,
    recovery: 'person',
    message: 'The panel has no place for databases of this server.',
    hint: 'Ask your host for a database host.',
  },
  'databases-off': {
    ...answer,
    recovery: 'person',
    message: 'Nobody can make databases on this panel: its administrator turned that off.',
    hint: 'Ask your host to make one.',
  },
  'password-hidden': {
    ...answer,
    recovery: 'person',
    message: 'The panel doesn’t let your account see the passwords of databases.',
    hint: 'Ask the server’s owner to let you see them.',
  },
  'clipboard-failed': {
    ...answer,
    delivery: 'not-sent',
    message: 'It couldn’t be copied to the clipboard.',
    hint: 'Try again. If this keeps failing, show the password and type it.',
  },
} as const satisfies Record<string, Failure>
