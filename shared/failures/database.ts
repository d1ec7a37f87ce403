import { byPerson, notFound, notSent } from './failure.ts'

/** Failures of the databases of a server. */
export const databaseFailures = {
  'database-not-found': notFound('The panel no longer has this database.', 'Look at the server’s databases again.'),
  'database-limit': byPerson(
    'The server has as many databases as its panel allows.',
    'Delete one that is no longer needed, or ask your host for more.',
  ),
  'database-name-taken': byPerson('There is a database with this name already.', 'Choose another name.'),
  'database-no-host': byPerson(
    'The panel has no place for databases of this server.',
    'Ask your host for a database host.',
  ),
  'databases-off': byPerson(
    'Nobody can make databases on this panel: its administrator turned that off.',
    'Ask your host to make one.',
  ),
  'password-hidden': byPerson(
    'The panel doesn’t let your account see the passwords of databases.',
    'Ask the server’s owner to let you see them.',
  ),
  'clipboard-failed': notSent(
    'It couldn’t be copied to the clipboard.',
    'Try again. If this keeps failing, show the password and type it.',
  ),
}
