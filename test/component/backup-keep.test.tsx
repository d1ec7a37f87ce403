import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { failed, locked, made, newest, openBackups, ref, type Shown, view } from './backups-window.ts'

describe('a keep rule', () => {
  const older = made(4, 80, { name: 'Oldest' })
  const four = [newest, locked, failed, older]

  const goes = 'Would delete this one once a new one is good and no place is left:'

  async function openKeep(shown: Shown = {}) {
    const opened = await openBackups({ backups: four, ...shown })
    await opened.user.click(await view().findByRole('button', { name: 'Keep…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep backups of Survival' }))
    const fill = async (label: string, value: string) => {
      const field = dialog.getByLabelText(label)
      await opened.user.clear(field)
      await opened.user.type(field, value)
    }
    return {
      ...opened,
      dialog,
      newestIs: (value: string) => fill('How many of the newest stay', value),
      daysAre: (value: string) => fill('For how many days one a day stays', value),
      previewed: () =>
        dialog
          .getAllByRole('listitem')
          .map(({ firstChild, lastChild }) => [firstChild?.textContent, lastChild?.textContent]),
    }
  }

  test('is off until chosen, shows what it would do as it is typed, and is saved', async () => {
    const { user, bridge, dialog, newestIs, daysAre, previewed } = await openKeep({ limit: 4 })
    expect(dialog.queryByRole('listitem')).toBeNull()
    await user.click(dialog.getByRole('checkbox', { name: 'Delete old backups when no place is left' }))
    expect(dialog.getByRole('status').textContent).toMatch(/^Would delete nothing, so in the end/)
    await newestIs('1')
    await daysAre('0')
    expect(dialog.getByRole('status').textContent).toBe(goes)
    expect(previewed()).toEqual([
      ['Oldest', 'Would be deleted'],
      ['Backup 1', 'Stays: its place is not needed'],
      ['Before 1.21', 'Stays: locked'],
      ['Backup 3', 'Stays: failed, and takes no place'],
    ])
    expect(bridge.requests('preferences:setKeepRule')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('preferences:setKeepRule')).toEqual([{ ref, rule: { newest: 1, days: 0 } }])
    expect(bridge.requests('backups:remove')).toEqual([])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('also looks daily where chosen, and shows what that deletes though there is room', async () => {
    const { user, bridge, dialog, newestIs, daysAre, previewed } = await openKeep({ limit: 9 })
    await user.click(dialog.getByRole('checkbox', { name: 'Delete old backups when no place is left' }))
    await newestIs('1')
    await daysAre('0')
    expect(dialog.getByRole('status').textContent).toBe(goes)
    await user.click(dialog.getByRole('checkbox', { name: 'Also once a day, without a new backup' }))
    expect(dialog.getByRole('status').textContent).toBe('Would delete this one at its next daily check:')
    expect(previewed()[0]).toEqual(['Oldest', 'Would be deleted'])
    expect(screen.getByText(/once a day while Servertray is open: first a day from now/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('preferences:setKeepRule')).toEqual([{ ref, rule: { newest: 1, days: 0, daily: true } }])
  })

  test('is told in the bar, and can be given up', async () => {
    const { user, bridge, dialog } = await openKeep({ rule: { newest: 2, days: 7 } })
    expect(screen.getByText('4 backups').parentElement?.textContent).toMatch(
      / · keeps the newest 2 and one a day for 7 days$/,
    )
    expect(dialog.getByRole('status').textContent).toMatch(/^The panel doesn’t tell how many/)
    await user.click(dialog.getByRole('checkbox', { name: 'Delete old backups when no place is left' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('preferences:setKeepRule')).toEqual([{ ref, rule: null }])
  })

  test('takes nothing before a new one is good, and says in the question which goes then', async () => {
    const { user, bridge } = await openBackups({ backups: four, limit: 4, rule: { newest: 1, days: 0 } })
    await user.click(await view().findByRole('button', { name: 'Back up now' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Back up Survival' }))
    expect(dialog.getByText(/^“Oldest” of \d+ \w{3} \d{4} is deleted once this one is good\.$/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    expect(bridge.requests('backups:create')).toHaveLength(1)
  })

  test('says where no place is left for a first one', async () => {
    const { user, dialog, newestIs, daysAre } = await openKeep({ limit: 3 })
    await user.click(dialog.getByRole('checkbox', { name: 'Delete old backups when no place is left' }))
    await newestIs('1')
    // A day of its own would keep another one, shortly after midnight.
    await daysAre('0')
    expect(dialog.getByRole('status').textContent).toMatch(/^No place is left now, so delete one by hand first\. /)
  })
})
