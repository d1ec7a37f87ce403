/** A window with one server that runs and one that does not, and what the tests of restarts press in it. */
import { screen } from '@testing-library/react'
import { askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import type { openWindow } from './open-window.tsx'

export const survival = serverView({ state: 'running', name: 'Survival', identifier: 'a1b2c3d4' })
export const modded = serverView({ state: 'offline', name: 'Modded', identifier: '90c4ee12' })
export const base = { panels: [panelView()], keys: [keyView()], servers: [survival, modded], preferences: askedBefore }
export type User = Awaited<ReturnType<typeof openWindow>>['user']

export const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
/** A call whose answer never comes, so that whatever is pressed meanwhile would be a second one. */
export const never = () => new Promise<never>(() => {})

export async function chooseFromMenu(user: User, item: string | RegExp, name = 'Survival') {
  await user.click(button(`More for ${name}`))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
