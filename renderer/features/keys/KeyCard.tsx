import { Menu } from '@base-ui/react/menu'
import { useState } from 'react'
import type { KeyView } from '../../../shared/model/api-key.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { ActionMenu, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { count, hostOf } from '../../ui/format.ts'
import { RemoveKey, RenameKey, ReplaceToken } from './KeyDialogs.tsx'
import { healthWords, tokenIsTrouble, tokenPlace } from './words.ts'

type Asked = 'replace' | 'rename' | 'remove' | null

function Facts({ keyView }: { keyView: KeyView }) {
  const servers = keyView.serverCount === null ? '–' : count(keyView.serverCount, 'server')
  return (
    <dl className="key-facts">
      <div>
        <dt>Reaches</dt>
        <dd>{servers}</dd>
      </div>
      <div>
        <dt>Token in</dt>
        <dd>{keyView.tokenIn === null ? 'Nowhere yet' : tokenPlace[keyView.tokenIn]}</dd>
      </div>
      {keyView.skippedEntries > 0 && (
        <div>
          <dt>Left out</dt>
          <dd>{count(keyView.skippedEntries, 'entry', 'entries')} without a valid identifier</dd>
        </div>
      )}
    </dl>
  )
}

/** One key: its panel, its health in words, where its token is kept, and what can be done with it. */
export function KeyCard({ keyView }: { keyView: KeyView }) {
  const client = useClient()
  const panel = useAppState((state) => state.panels[keyView.panelId])
  const [menu] = useState(() => Menu.createHandle<KeyView>())
  const [asked, setAsked] = useState<Asked>(null)
  const now = useNow(30_000)
  const demo = panel?.kind === 'demo'
  const health = healthWords(keyView.health, now)
  const tokenTrouble = tokenIsTrouble(keyView.health)
  const close = () => setAsked(null)

  const check = () => void client.run(() => client.bridge.call['keys:refresh']({ keyId: keyView.id }))
  const openPage = () =>
    void client.run(() =>
      demo ? client.bridge.call['demo:open']() : client.bridge.call['keys:openPage']({ address: panel?.baseUrl ?? '' }),
    )

  return (
    <li className="card key-card">
      <div className="key-title">
        <h2>{keyView.label}</h2>
        <span>{demo ? 'Demo panel on this computer' : hostOf(panel?.baseUrl ?? '')}</span>
      </div>
      <p className="key-health">
        <span className={`tone-${health.tone}`}>{health.word}</span>
        {health.hint && <span>{health.hint}</span>}
      </p>
      <div className="key-actions">
        {tokenTrouble && !demo && (
          <Button look="go" onClick={() => setAsked('replace')}>
            Replace token
          </Button>
        )}
        {demo && <Button onClick={openPage}>Open the demo panel</Button>}
        <Button onClick={check} aria-disabled={keyView.health.kind === 'checking'}>
          {keyView.health.kind === 'failing' ? 'Try again' : 'Check now'}
        </Button>
        <Menu.Trigger
          handle={menu}
          payload={keyView}
          render={<IconButton icon="more" label={`More for ${keyView.label}`} />}
        />
      </div>
      <Facts keyView={keyView} />
      <ActionMenu handle={menu}>
        {() => (
          <>
            {!demo && <MenuItem onClick={() => setAsked('replace')}>Replace token…</MenuItem>}
            <MenuItem onClick={() => setAsked('rename')}>Rename…</MenuItem>
            {!demo && <MenuItem onClick={openPage}>Open the panel’s key page</MenuItem>}
            <MenuLine />
            <MenuItem bad onClick={() => setAsked('remove')}>
              Remove…
            </MenuItem>
          </>
        )}
      </ActionMenu>
      {asked === 'replace' && <ReplaceToken keyView={keyView} onClose={close} />}
      {asked === 'rename' && <RenameKey keyView={keyView} onClose={close} />}
      {asked === 'remove' && <RemoveKey keyView={keyView} onClose={close} />}
    </li>
  )
}
