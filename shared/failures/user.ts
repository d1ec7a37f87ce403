import { answer, type Failure } from './failure.ts'

/** Failures of the users of a server, and of its settings. */
export const userFailures = {
  'user-not-found': {
    ...answer,
    exit: 'notFound',
    message: 'This person no longer has access to the server.',
    hint: 'Look at the list of users again.',
  },
  'user-exists': {
    ...answer,
    recovery: 'person',
    message: 'This person already has access.',
    hint: 'Change their permissions in the list.',
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
    message: 'You can only give permissions that your account has, so the panel changed nothing.',
    hint: 'Look at the list of users again, then choose only what your account may do itself.',
  },
  'description-fixed': {
    ...answer,
    recovery: 'person',
    message: 'On this panel nobody can change the description of a server.',
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
    message: 'The reinstall started, but Servertray could not tell whether it finished.',
    hint: 'Look at the server in the panel before you start it.',
  },
} as const satisfies Record<string, Failure>
