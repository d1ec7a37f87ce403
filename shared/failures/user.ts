import { byPerson, notFound, refused, undecided } from './failure.ts'

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
