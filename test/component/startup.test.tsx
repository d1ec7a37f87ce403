import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { View } from '../../renderer/state/view.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { fail, ok } from '../../shared/result.ts'
import type { StartupOfServer } from '../../shared/startup/contract.ts'
import { planView } from '../fixtures/plan-view.ts'
import { startupOf, startupVariable } from '../fixtures/startup.ts'
import { type Given, openArea, ref, type Shown, survival, view } from './area-window.ts'

type OfStartup = Shown & { startup?: StartupOfServer; answers?: Given }

const button = (name: string) => view().getByRole('button', { name })

/** The window with the startup of the server in sight. */
const openStartup = ({ startup = startupOf(), answers = {}, ...shown }: OfStartup = {}) =>
  openArea('startup', { 'startup:read': async () => ok(startup), ...answers }, shown)

/** The answer where the panel does not take the jar. */
const refusal = (error: AppError) => ok({ saved: [], refused: [{ key: 'SERVER_JARFILE', error }], stopped: null })
const jar = () => view().findByRole('textbox', { name: /^Server Jar File/ })

test('a change is counted, seen in the command, saved, and told to count from the next start', async () => {
  const { user, bridge } = await openStartup()
  await user.clear(await jar())
  await user.type(await jar(), 'paper.jar')
  expect(view().getByRole('region', { name: 'Changes' }).textContent).toContain('1 change, used at the next start')
  expect(view().getByRole('region', { name: 'Command at the next start' }).textContent).toContain('-jar paper.jar')
  await user.click(button('Save'))
  const changes = [{ key: 'SERVER_JARFILE', value: 'paper.jar', seen: 'server.jar' }]
  expect(bridge.requests('startup:save')).toEqual([{ ref, changes }])
  expect(await view().findByText('Saved 1 change.')).toBeTruthy()
  expect(view().queryByRole('region', { name: 'Changes' })).toBeNull()
})

test('what is typed while a save runs stays, over what is saved', async () => {
  const save = Promise.withResolvers<void>()
  let jarfile = 'server.jar'
  const { user, bridge } = await openStartup({
    answers: {
      'startup:read': async () =>
        ok(startupOf({ variables: [startupVariable({ name: 'Server Jar File', value: jarfile })] })),
      'startup:save': async ({ changes }) => {
        await save.promise
        jarfile = changes[0]?.value ?? ''
        return ok({ saved: ['SERVER_JARFILE'], refused: [], stopped: null })
      },
    },
  })
  await user.type(await jar(), 'x')
  await user.click(button('Save'))
  await user.type(await jar(), 'yz')
  await act(async () => save.resolve())
  expect(await view().findByText('Saved 1 change.')).toBeTruthy()
  expect((await jar()).getAttribute('value')).toBe('server.jarxyz')
  expect(view().queryByText(/meanwhile/)).toBeNull()
  await user.click(button('Save'))
  expect(bridge.requests('startup:save')).toEqual([
    { ref, changes: [{ key: 'SERVER_JARFILE', value: 'server.jarx', seen: 'server.jar' }] },
    { ref, changes: [{ key: 'SERVER_JARFILE', value: 'server.jarxyz', seen: 'server.jarx' }] },
  ])
})

test('a secret is seen only where it is asked for, and never in the command', async () => {
  const { user } = await openStartup()
  const field = await view().findByLabelText(/^RCON Password/)
  expect(field.getAttribute('type')).toBe('password')
  expect(view().getByRole('region', { name: 'Command at the next start' }).textContent).not.toContain('hunter22')
  await user.click(button('Show RCON Password'))
  expect(field.getAttribute('type')).toBe('text')
  await user.click(button('Hide RCON Password'))
  expect(field.getAttribute('type')).toBe('password')
})

test('what breaks a rule is said beside the field, and not sent', async () => {
  const { user, bridge } = await openStartup()
  await user.clear(await jar())
  expect(view().getByText('It can’t be empty.')).toBeTruthy()
  expect(view().getByText(/1 not allowed as typed/)).toBeTruthy()
  await user.click(button('Save'))
  expect(bridge.requests('startup:save')).toEqual([])
  await user.click(button('Discard'))
  expect((await jar()).getAttribute('value')).toBe('server.jar')
})

test('what the panel does not take stands beside its field, and is kept as typed', async () => {
  const error = appError('input-rejected', { detail: 'The value format is invalid.' })
  const { user } = await openStartup({ answers: { 'startup:save': async () => refusal(error) } })
  await user.type(await jar(), 'x')
  await user.click(button('Save'))
  expect(await view().findByText('The value format is invalid.')).toBeTruthy()
  expect((await jar()).getAttribute('value')).toBe('server.jarx')
  await user.type(await jar(), 'y')
  expect(view().queryByText('The value format is invalid.')).toBeNull()
})

test('why a value was not taken stays beside it once the news of what ended the saving is dismissed', async () => {
  const error = appError('input-rejected', { detail: 'The value format is invalid.' })
  const answer = ok({ saved: [], refused: [{ key: 'SERVER_JARFILE', error }], stopped: appError('panel-failed') })
  const { user } = await openStartup({ answers: { 'startup:save': async () => answer } })
  await user.type(await jar(), 'x')
  await user.click(button('Save'))
  expect(await view().findByText(/^Saving stopped\./)).toBeTruthy()
  await user.click(button('Dismiss'))
  expect(view().queryByText(/^Saving stopped\./)).toBeNull()
  expect(view().getByText('The value format is invalid.')).toBeTruthy()
})

test.each([ok({ saved: [], refused: [], stopped: appError('panel-failed') }), fail('permission-lacking')])(
  'a failure of more than one value ends the saving, and nothing follows it: %#',
  async (answer) => {
    const { user } = await openStartup({ answers: { 'startup:save': async () => answer } })
    await user.type(await jar(), 'x')
    await user.click(button('Save and restart with warning…'))
    expect(await view().findByText(/^Saving stopped\./)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect((await jar()).getAttribute('value')).toBe('server.jarx')
  },
)

test.each([
  ['Saving the startup stopped.', fail('permission-lacking')],
  ['1 change of the startup was not saved.', refusal(appError('input-rejected'))],
] as const)('what fails once the area is left is told at the top: %s', async (told, answer) => {
  const saving = Promise.withResolvers<void>()
  const { user, client } = await openStartup({
    answers: { 'startup:save': () => saving.promise.then(() => answer) },
  })
  await user.type(await jar(), 'x')
  await user.click(button('Save'))
  act(() => client.show(ref, { area: 'console' }))
  await waitFor(() => expect(view().queryByRole('region', { name: 'Startup' })).toBeNull())
  expect(screen.queryByText(new RegExp(`^${told}`))).toBeNull()
  await act(async () => saving.resolve())
  expect(await screen.findByText(new RegExp(`^${told}`))).toBeTruthy()
})

test.each<[string, Partial<View>, string | null]>([
  ['the area was left', { areas: { [ref]: 'console' } }, null],
  ['another dialog was opened', { dialog: { kind: 'backup', ref } }, 'Back up Survival'],
])('a save that ends once %s opens no question about a restart', async (_, change, shown) => {
  const saving = Promise.withResolvers<void>()
  const answer = ok({ saved: ['SERVER_JARFILE'], refused: [], stopped: null })
  const { user, client } = await openStartup({ answers: { 'startup:save': () => saving.promise.then(() => answer) } })
  await user.type(await jar(), 'x')
  await user.click(button('Save and restart with warning…'))
  await act(async () => client.view.setState(change))
  await act(async () => saving.resolve())
  const names = screen.queryAllByRole('dialog').map((one) => one.getAttribute('aria-labelledby'))
  expect(names.map((id) => document.getElementById(id ?? '')?.textContent)).toEqual(shown === null ? [] : [shown])
})

test('a server that is off is only saved', async () => {
  const { user } = await openStartup({ server: { state: 'offline' } })
  await user.type(await jar(), 'x')
  expect(view().queryByRole('button', { name: 'Save and restart with warning…' })).toBeNull()
  expect(button('Save')).toBeTruthy()
})

test('a restart that can’t be now is there, with the reason', async () => {
  const { user, bridge } = await openStartup({ more: { plans: [planView({ ref })] } })
  await user.type(await jar(), 'x')
  const restart = button('Save and restart with warning…')
  expect(restart.title).toBe('Planned already.')
  await user.click(restart)
  expect(bridge.requests('startup:save')).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('nothing is changed while the panel holds the server', async () => {
  const { user, update, bridge } = await openStartup()
  await user.type(await jar(), 'x')
  await update((state) => ({ ...state, servers: { [ref]: { ...survival, condition: 'installing' } } }))
  expect(view().queryByRole('textbox')).toBeNull()
  expect(view().getAllByText('Not now: installing.')).toHaveLength(3)
  expect(button('Save').title).toBe('Installing.')
  await user.click(button('Save'))
  expect(bridge.requests('startup:save')).toEqual([])
})

test('a change stays when another area is looked at', async () => {
  const { user, client } = await openStartup()
  await user.type(await jar(), 'x')
  act(() => client.show(ref, { area: 'activity' }))
  await waitFor(() => expect(view().queryByRole('region', { name: 'Changes' })).toBeNull())
  act(() => client.show(ref, { area: 'startup' }))
  expect((await jar()).getAttribute('value')).toBe('server.jarx')
})

test('values have the control that fits their rules, and locked ones none', async () => {
  const { user, bridge } = await openStartup({
    startup: startupOf({
      variables: [
        startupVariable({ key: 'PUBLIC', value: '1', rules: 'required|boolean' }),
        startupVariable({ key: 'MODE', value: 'easy', rules: 'required|in:easy,hard' }),
        startupVariable({ key: 'FIXED', isEditable: false }),
        startupVariable({ key: 'ODD', isWhole: false }),
      ],
    }),
  })
  await user.click(await view().findByRole('switch', { name: 'PUBLIC' }))
  await user.selectOptions(view().getByRole('combobox', { name: /^MODE/ }), 'hard')
  await user.selectOptions(view().getByRole('combobox', { name: /^Image/ }), 'Java 17')
  expect(view().queryAllByRole('textbox')).toEqual([])
  expect(view().getByText('Set by your host.')).toBeTruthy()
  expect(view().getByText(/^Its value can’t be shown/)).toBeTruthy()
  await user.click(button('Save'))
  expect(bridge.requests('startup:save')).toEqual([
    {
      ref,
      changes: [
        { key: 'PUBLIC', value: '0', seen: '1' },
        { key: 'MODE', value: 'hard', seen: 'easy' },
        { key: null, value: 'ghcr.io/pterodactyl/yolks:java_17', seen: 'ghcr.io/pterodactyl/yolks:java_21' },
      ],
    },
  ])
})
