import './ui/tokens.css'
import './ui/layout.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { Root } from './app/App.tsx'
import { noAnswer } from './bridge/bridge.ts'
import { createClient } from './state/client.ts'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')

if (window.servertray === undefined) {
  place.textContent = `${noAnswer.message} ${noAnswer.hint}`
} else {
  const client = createClient(window.servertray)
  void client.mirror.ask()
  createRoot(place).render(<Root client={client} />)
}
