import { useEffect, useRef } from 'react'

/** Calls `act` after a drawing with another value than the one before, which it is given; not at first. */
export function useChanged<T>(value: T, act: (before: T) => void): void {
  const seen = useRef(value)
  useEffect(() => {
    const before = seen.current
    seen.current = value
    if (before !== value) act(before)
  })
}
