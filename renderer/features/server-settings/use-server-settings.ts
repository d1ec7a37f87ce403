import { useEffect, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerSettings } from '../../../shared/model/server-settings.ts'
import { useClient } from '../../state/hooks.ts'
import { type Query, useAsked } from '../../state/queries.ts'

/** How long after an answer they are read again while they are looked at, in milliseconds. */
const everyMs = 300_000
/** The same during an installation, of whose end nothing else tells surely. */
const installingEveryMs = 5_000

/** The settings of a server, read while the caller is shown. */
export function useServerSettings(ref: ServerRef): Query<ServerSettings> {
  const { call } = useClient().bridge
  return useAsked(
    ['serverSettings', ref],
    () => call('serverSettings:read', { ref }),
    (value) => (value?.installation === 'installing' ? installingEveryMs : everyMs),
  )
}

/** Whether an installation ended well while the caller looked, until that was read. */
export function useInstalled(installation: ServerSettings['installation'] | undefined) {
  const [before, setBefore] = useState(installation)
  const [hasEnded, setEnded] = useState(false)
  useEffect(() => {
    if (installation === before) return
    setBefore(installation)
    setEnded(before === 'installing' && installation === 'none')
  }, [installation, before])
  return { hasEnded, dismiss: () => setEnded(false) }
}
