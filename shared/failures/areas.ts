import { byPerson, notFound, notSent, refused, undecided } from './failure.ts'

/** Failures of the addresses of a server. */
export const allocationFailures = {
  'allocation-not-found': notFound('The server no longer has this address.', 'Look at the server’s addresses again.'),
  'allocation-primary': byPerson(
    'This is now the server’s primary address, which cannot be removed.',
    'Make another address the primary one first.',
  ),
  'allocations-off': byPerson('This panel doesn’t assign addresses by itself.', 'Ask your host for another address.'),
  'allocations-used-up': byPerson(
    'The server’s machine has no free address left.',
    'Ask your host for another address.',
  ),
}

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

/** Failures of the users of a server, and of its settings. */
export const userFailures = {
  'user-not-found': notFound('This person no longer has access to the server.', 'Look at the list of users again.'),
  'user-exists': byPerson('This person already has access.', 'Change their permissions in the list.'),
  'user-is-owner': byPerson(
    'This is the e-mail address of the server’s owner, who may do everything.',
    'Type another one.',
  ),
  'grant-lacking': byPerson(
    'You can only give permissions that your account has, so the panel changed nothing.',
    'Look at the list of users again, then choose only what your account may do itself.',
  ),
  'description-fixed': byPerson(
    'On this panel nobody can change the description of a server.',
    'Ask your host to change it.',
  ),
  'reinstall-failed': refused(
    'The install script failed on the server’s machine.',
    'Its console in the panel may tell why. Reinstall it again, or ask your host.',
  ),
  'reinstall-not-seen': undecided(
    'The reinstall started, but Servertray could not tell whether it finished.',
    'Look at the server in the panel before you start it.',
  ),
}
