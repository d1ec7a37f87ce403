import { useEffect, useRef } from 'react'

/** Whether the component is still there, for what ends later. */
export function useIsHere(): { readonly current: boolean } {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
