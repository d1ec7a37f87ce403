/**
 * The areas of a server's view that the palette opens, each with the words of its entry. The console is named as
 * everywhere else; it is what a server's name alone leads to.
 */
export const areas = [{ id: 'console', label: (name: string) => `Open console of ${name}` }] as const
export type Area = (typeof areas)[number]['id']
