const binaryUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A size in bytes with two significant digits: `2.9 GB`, `512 MB`, `0 B`. Steps of 1,024. */
export function bytes(size: number): string {
  if (!Number.isFinite(size) || size <= 0) return '0 B'
  const step = Math.min(Math.floor(Math.log2(size) / 10), binaryUnits.length - 1)
  const value = size / 1_024 ** step
  const text = value < 10 && step > 0 ? value.toFixed(1) : String(Math.round(value))
  return `${text} ${binaryUnits[step]}`
}
