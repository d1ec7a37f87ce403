/** Folders of the app: the profile, with settings and activity, and in it the log. */
export const places = ['profile', 'logs'] as const
export type Place = (typeof places)[number]
