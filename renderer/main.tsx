import { createRoot } from 'react-dom/client'
import { Root } from './app/Root.tsx'
import { noAnswer } from './bridge/bridge.ts'
import { createClient } from './state/client.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/parts.css'
import './app/app.css'
import './features/servers/live.css'
import './features/servers/servers.css'
import './features/activity/activity.css'
import './features/bulk/bulk.css'
import './features/console/console.css'
import './features/keys/keys.css'
import './features/palette/palette.css'
import './features/restart/restart.css'
import './features/schedules/schedules.css'
import './features/settings/settings.css'
import './features/keys/welcome/welcome.css'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')

if (window.servertray === undefined) {
  place.textContent = `${noAnswer.message} ${noAnswer.hint}`
} else {
  const client = createClient(window.servertray)
  void client.mirror.ask()
  createRoot(place).render(<Root client={client} />)
}
