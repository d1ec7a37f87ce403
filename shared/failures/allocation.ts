import { byPerson, notFound } from './failure.ts'

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
