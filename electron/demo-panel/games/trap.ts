/**
 * What is wrong with a server's query, as tests and the tour can have it:
 * - `no-query`: it is turned off, so that its ports are closed while the server runs.
 * - `silent`: its ports are open, and nothing answers.
 * - `slow`: each answer takes three seconds.
 * - `fake-names`: the status shows advertising in place of players; its count is true.
 * - `wrong-port`: the game answers at another port than the one that the panel lists as the default. It lists both.
 */
export type GameTrap = 'no-query' | 'silent' | 'slow' | 'fake-names' | 'wrong-port'
