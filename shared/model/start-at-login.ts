/**
 * Whether the system starts the app when the person logs in, as the system itself tells it.
 * - `approval`: asked for, and macOS waits for the person's yes in its own settings
 * - `unavailable`: only an installed app can be started so
 */
export const startAtLoginStates = ['on', 'off', 'approval', 'unavailable'] as const
export type StartAtLoginState = (typeof startAtLoginStates)[number]
