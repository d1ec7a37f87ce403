import { useLayoutEffect } from 'react'
import { useClient } from '../state/hooks.ts'

/** Narrower windows have room for one size of a server's view. */
const narrow = '(max-width: 759.98px)'

/** Keeps the view told of whether this window is narrow. */
export function useNarrow(): void {
  const { view } = useClient()
  useLayoutEffect(() => {
    const query = matchMedia(narrow)
    const follow = () => view.setState({ isNarrow: query.matches })
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [view])
}
