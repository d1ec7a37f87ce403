import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react'

/** A component whose code comes later; `preload` fetches it before it is drawn, and fails as the code's import does. */
export type Lazy<Props> = FunctionComponent<Props> & { readonly preload: () => Promise<void> }

/**
 * A component whose code is loaded when it is first drawn, and which is drawn as soon as the code is there. React's
 * `lazy` draws a fallback first, then holds back what takes its place for 300 ms: each dialog, page and area would
 * stay blank for that long when first opened, though its code is here in a few milliseconds.
 * Where the code cannot be loaded, drawing it throws the import's error.
 * @param meanwhile drawn until the code is there
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): Lazy<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadOnce = async () => {
    loaded ??= await load()
    return loaded
  }

  function LazyPart(props: Props) {
    const [Component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ readonly thrown: unknown } | null>(null)
    useEffect(() => {
      if (Component !== null) return
      loadOnce().then(
        (component) => setComponent(() => component),
        (thrown: unknown) => setFailure({ thrown }),
      )
    }, [Component])
    if (failure !== null) throw failure.thrown
    return Component === null ? meanwhile : <Component {...props} />
  }

  return Object.assign(LazyPart, { preload: async () => void (await loadOnce()) })
}
