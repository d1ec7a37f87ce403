/** A host as it stands in an address: IPv6 in brackets, once. */
export const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

export const withPort = (host: string, port: number): string => `${bracketed(host)}:${port}`
