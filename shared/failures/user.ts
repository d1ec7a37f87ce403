import { answer, type Failure } from './failure.ts'

/** Failures of the users of a server, and of its settings. */
export const userFailures = {
  'user-not-found': {
    ...answer,
    exit: 'notFound',
    message: 'The panel no longer has this user of the server.',
    hint: 'Read the list of users again.',
  },
  'user-exists': {
    ...answer,
    recovery: 'person',
    message: 'Somebody with this e-mail address was let in already.',
    hint: 'Change what they may do in the list.',
  },
  'user-is-owner': {
    ...answer,
    recovery: 'person',
    message: 'This is the e-mail address of the server’s owner, who may do everything.',
    hint: 'Type another one.',
  },
  'grant-lacking': {
    ...answer,
    recovery: 'person',
    message: 'Your account lacks a permission that was to be given, so the panel changed nothing.',
    hint: 'Read the list of users again, then choose only what your account may do itself.',
  },
  'description-fixed': {
    ...answer,
    recovery: 'person',
    message: 'This panel lets nobody change the descriptions of servers.',
    hint: 'Ask your host to change it.',
  },
  'reinstall-failed': {
    ...answer,
    message: 'The install script failed on the server’s machine.',
    hint: 'Its console in the panel may tell why. Reinstall it again, or ask your host.',
  },
  'reinstall-not-seen': {
    ...answer,
    delivery: 'undecided',
    exit: 'noAnswer',
    message: 'The reinstall was begun, but its end was not seen.',
    hint: 'Look at the server in the panel before you start it.',
  },
} as const satisfies Record<string, Failure>
