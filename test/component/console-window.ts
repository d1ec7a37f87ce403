import { screen } from '@testing-library/react'
import type { ConsoleEntry, ConsoleStream } from '../../shared/model/console-schema.ts'
import type { SavedCommand } from '../../shared/model/preferences-schema.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'

export const survival = serverView({ state: 'running' })
export const modded = serverView({ name: 'Modded', identifier: '90c4ee12', state: 'offline' })

export const streamOf = (phase: ConsoleStream['phase'], more: Partial<ConsoleStream> = {}): ConsoleStream => ({
  phase,
  retryAt: null,
  error: null,
  ...more,
})

type Parts = {
  server?: typeof survival
  stream?: ConsoleStream | null
  entries?: ConsoleEntry[]
  savedCommands?: SavedCommand[]
}

/** A window at the console of Survival, where somebody looks; it is open. */
export const consoleState = ({ server = survival, ...parts }: Parts = {}) => {
  const { stream = streamOf('open'), entries = [], savedCommands = [] } = parts
  return appState({
    panels: [panelView()],
    keys: [keyView(), keyView({ id: 'second', label: 'Second' })],
    servers: [server, modded],
    consoles: { [server.ref]: { entries, stream } },
    app: { focus: { ref: server.ref, at: 1 } },
    preferences: { ...askedBefore, savedCommands },
  })
}

export const input = () => screen.getByLabelText<HTMLInputElement>('Command for Survival')
