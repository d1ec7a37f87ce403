import { answer, type Failure } from './failure.ts'

/** Failures of the addresses of a server. */
export const allocationFailures = {
  'allocation-not-found': {
    ...answer,
    exit: 'notFound',
    message: 'The server no longer has this address.',
    hint: 'Look at the server’s addresses again.',
  },
  'allocation-primary': {
    ...answer,
    recovery: 'person',
    message: 'This is now the server’s primary address, which cannot be removed.',
    hint: 'Make another address the primary one first.',
  },
  'allocations-off': {
    ...answer,
    recovery: 'person',
    message: 'This panel doesn’t assign addresses by itself.',
    hint: 'Ask your host for another address.',
  },
  'allocations-used-up': {
    ...answer,
    recovery: 'person',
    message: 'The server’s machine has no free address left.',
    hint: 'Ask your host for another address.',
  },
} as const satisfies Record<string, Failure>
