import { screen, within } from '@testing-library/react'
import { openWindow } from './open-window.tsx'

/** One setting of the section that is shown. */
export const card = (title: string) =>
  within(screen.getByRole('heading', { level: 2, name: title }).closest('li') as HTMLElement)

/** Opens the window, and in it a section of the settings. */
export async function openSettings(section: string, ...state: Parameters<typeof openWindow>) {
  const opened = await openWindow(...state)
  await opened.user.click(screen.getByRole('button', { name: 'Settings' }))
  await screen.findByRole('heading', { name: 'Settings' })
  await opened.user.click(screen.getByRole('tab', { name: section }))
  return opened
}
