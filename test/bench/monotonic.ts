/** Milliseconds on the clock that all processes of the machine share. */
export const monotonicMs = () => Number(process.hrtime.bigint()) / 1_000_000
