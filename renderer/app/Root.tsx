import { StrictMode } from 'react'
import type { Client } from '../state/client.ts'
import { ClientProvider } from '../state/hooks.ts'
import { App } from './App.tsx'

export function Root({ client }: { client: Client }) {
  return (
    <StrictMode>
      <ClientProvider value={client}>
        <App />
      </ClientProvider>
    </StrictMode>
  )
}
