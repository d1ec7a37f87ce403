/** The account that all keys of the panel belong to. */
export const account = {
  uuid: '5f0c7b1e-93d4-4e0a-8a6e-2b7d4c9f1a30',
  username: 'demo',
  email: 'demo@example.com',
} as const
