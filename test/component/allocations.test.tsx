import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { appError } from '../../shared/errors.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { allocationsOfServer } from '../fixtures/server-allocation.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const resources = { cpuPercent: 1, memoryBytes: 1, diskBytes: 1, uptimeMs: 3_600_000 }
const survival = serverView({
  name: 'Survival',
  identifier: 'a1b2c3d4',
  state: 'running',
  observedAt: Date.now(),
  resources,
})
const { ref } = survival
const [first, second] = ['play.example.com:25565', 'play.example.com:25566']

type Given = NonNullable<Parameters<typeof openWindow>[1]>
const view = () => within(screen.getByRole('region', { name: 'Survival' }))
const field = (address = second) => view().getByRole<HTMLInputElement>('textbox', { name: `Note of ${address}` })

async function openNetwork(answers: Given = {}) {
  const opened = await openWindow(
    appState({ panels: [panelView()], keys: [keyView()], servers: [survival], preferences: askedBefore }),
    answers,
  )
  act(() => opened.client.show(ref, { area: 'network' }))
  await view().findByText(/^\d.* address(es)?$/)
  return opened
}
const listed = (more: Parameters<typeof allocationsOfServer>[0]): Given => ({
  'allocations:list': async () => ok(allocationsOfServer(more)),
})

afterEach(() => void vi.restoreAllMocks())

/** Answers of `allocations:note`, given when the test says so. */
function laterNotes() {
  const answers: ((result: Awaited<ReturnType<NonNullable<Given['allocations:note']>>>) => void)[] = []
  const given: Given = { 'allocations:note': () => new Promise((resolve) => answers.push(resolve)) }
  return {
    given,
    answer: (i: number, result: Parameters<(typeof answers)[number]>[0]) => act(async () => answers[i]?.(result)),
  }
}

describe('a note', () => {
  test('is saved by Enter or by leaving its field, and Escape takes back what was typed', async () => {
    const { user, bridge } = await openNetwork()
    await user.type(field(), '{Control>}a{/Control}  Voice  chat {Enter}')
    await user.clear(field(first))
    await user.type(field(first), 'Join here')
    await user.tab()
    const sent = [
      { ref, id: 2, notes: 'Voice chat' },
      { ref, id: 1, notes: 'Join here' },
    ]
    await waitFor(() => expect(bridge.requests('allocations:note')).toEqual(sent))
    await waitFor(() => expect(field().value).toBe('Query'))
    await user.type(field(), ' {Enter}')
    expect(field().value).toBe('Query')
    await user.type(field(), ' and more{Escape}')
    expect(field().value).toBe('Query')
    expect(screen.getByRole('region', { name: 'Survival' })).toBeTruthy()
    await user.tab()
    expect(bridge.requests('allocations:note')).toEqual(sent)
  })

  test('that failed stays as typed with the reason; one that the panel keeps otherwise is told', async () => {
    const answers = [fail('not-permitted'), ok({ notes: 'Voi' })]
    const { user, bridge } = await openNetwork({
      'allocations:note': async () => answers.shift() ?? fail('internal'),
    })
    await user.type(field(), '{Control>}a{/Control}Voice{Enter}')
    await view().findByText(new RegExp(appError('not-permitted').message))
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['Voice', 'true'])
    await user.tab()
    expect(bridge.requests('allocations:note')).toHaveLength(1)
    await user.type(field(), '{Enter}')
    await view().findByText(`The panel keeps a different note of ${second} than you typed.`)
    expect(view().getByText('It is “Voi”.')).toBeTruthy()
  })

  test('stands as it was typed from Enter on, and not as it was in between', async () => {
    const { given, answer } = laterNotes()
    const { user, bridge } = await openNetwork(given)
    await user.type(field(), '!{Enter}')
    bridge.answer('allocations:list', () => new Promise(() => {}))
    const values: (string | null)[] = []
    const watch = new MutationObserver(() => values.push(field().getAttribute('value')))
    watch.observe(field(), { attributeFilter: ['value'] })
    await answer(0, ok({ notes: null }))
    await waitFor(() => expect(field().value).toBe('Query!'))
    expect(values.filter((value) => value !== 'Query!')).toEqual([])
    watch.disconnect()
  })

  test('that is sent twice in a row counts by the last one, also back to what it was', async () => {
    const { given, answer } = laterNotes()
    const { user, bridge } = await openNetwork(given)
    await user.type(field(), '!{Enter}{Backspace}{Enter}')
    expect(bridge.requests('allocations:note')).toMatchObject([{ notes: 'Query!' }, { notes: 'Query' }])
    await answer(0, fail('not-permitted'))
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['Query', null])
    await user.type(field(), '?')
    await answer(1, fail('not-permitted'))
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['Query?', 'true'])
  })

  const told = `The note of ${second} was not saved. ${appError('not-permitted').message}`
  test.each<[string, string, number, string | null]>([
    ['on its way', '!{Enter}', 0, told],
    ['typed', '!', 0, told],
    ['sent anew, and good', '!{Enter}!{Enter}', 1, null],
  ])(
    'that was %s when its area was left by a click is told at the top where it failed',
    async (_, typed, good, problem) => {
      const { given, answer } = laterNotes()
      const { user, client, bridge } = await openNetwork(given)
      await user.type(field(), typed)
      await user.click(view().getByRole('button', { name: 'Console' }))
      await answer(0, fail('not-permitted'))
      if (good === 1) await answer(1, ok({ notes: null }))
      expect(bridge.requests('allocations:note')).toHaveLength(1 + good)
      expect(client.view.getState().problem?.message ?? null).toBe(problem)
      if (problem !== null) expect(await screen.findByText(/^You typed “Query!”\. /)).toBeTruthy()
    },
  )

  test('that had failed before its area was left is told there too, and not sent again', async () => {
    const { user, bridge } = await openNetwork({ 'allocations:note': async () => fail('not-permitted') })
    await user.type(field(), '!{Enter}')
    await view().findByText(new RegExp(appError('not-permitted').message))
    await user.click(view().getByRole('button', { name: 'Console' }))
    expect(await screen.findByText(told)).toBeTruthy()
    expect(bridge.requests('allocations:note')).toHaveLength(1)
  })

  test('is not sent by the Enter that ends a word of an input method', async () => {
    const { bridge } = await openNetwork()
    fireEvent.change(field(), { target: { value: 'に' } })
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field(), { key: 'Escape', isComposing: true })
    expect(bridge.requests('allocations:note')).toEqual([])
    expect(field().value).toBe('に')
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(bridge.requests('allocations:note')).toHaveLength(1))
  })
})

test('what is done to an address and fails once the area is left is told at the top', async () => {
  let answer = () => {}
  const { user, client } = await openNetwork({
    'allocations:remove': () => new Promise((resolve) => (answer = () => resolve(fail('not-permitted')))),
  })
  await user.click(view().getByRole('button', { name: `More for ${second}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  act(() => client.show(ref, { area: 'live' }))
  await act(async () => answer())
  await screen.findByText(`Removing ${second} failed. ${appError('not-permitted').message}`)
})

describe('another address', () => {
  test('is added once, and used at the next start', async () => {
    const { user, bridge } = await openNetwork()
    await user.dblClick(view().getByRole('button', { name: 'Add address' }))
    await view().findByText('Added play.example.com:25570.')
    expect(view().getByText('Used at the next start.')).toBeTruthy()
    expect(bridge.requests('allocations:add')).toHaveLength(1)
  })

  test('of which the answer was lost is not asked for again: that is said, and the list is read again', async () => {
    const { user, bridge } = await openNetwork({
      'allocations:add': async () => fail('timeout', { mayHaveActed: true }),
    })
    await user.click(view().getByRole('button', { name: 'Add address' }))
    await view().findByText(/^It is not known whether adding an address worked\. /)
    await waitFor(() => expect(bridge.requests('allocations:list')).toHaveLength(2))
    expect(bridge.requests('allocations:add')).toHaveLength(1)
  })

  test('is not offered beyond the limit, nor where there is none, and the reason is said before', async () => {
    const { user, bridge } = await openNetwork(listed({ limit: 0, denied: ['update'] }))
    const add = view().getByRole('button', { name: 'Add address' })
    expect([add.title, add.getAttribute('aria-disabled')]).toEqual(['Its host lets nobody add addresses.', 'true'])
    await user.click(add)
    expect(bridge.requests('allocations:add')).toEqual([])
    expect(view().getByText('Its host lets nobody add or remove addresses here.')).toBeTruthy()
    expect([field().readOnly, field().title]).toEqual([true, 'Your account may not do it.'])
  })
})

test('an address becomes the primary one, or goes, after a question; the primary one stays', async () => {
  const { user, bridge } = await openNetwork()
  const itemsOf = async (address: string) => {
    await user.click(view().getByRole('button', { name: `More for ${address}` }))
    return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  }
  const answer = async (question: string, yes: string) => {
    const box = within(await screen.findByRole('alertdialog', { name: question }))
    await user.click(box.getByRole('button', { name: yes }))
  }
  expect(await itemsOf(first)).toEqual([
    'Make it primary…it is the primary one',
    'Remove…the primary address always stays',
  ])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  await itemsOf(second)
  await user.click(screen.getByRole('menuitem', { name: 'Make it primary…' }))
  await answer(`Make ${second} the primary address of Survival?`, 'Make it primary')
  await itemsOf(second)
  await user.click(screen.getByRole('menuitem', { name: 'Remove…' }))
  await answer(`Remove ${second} from Survival?`, 'Remove')
  await waitFor(() => expect(bridge.requests('allocations:remove')).toEqual([{ ref, id: 2 }]))
  expect(bridge.requests('allocations:makePrimary')).toEqual([{ ref, id: 2 }])
})

test('what was changed while the server runs waits for its next start, which is seen', async () => {
  const waiting = { at: Date.now() - 1_000, uptimeMs: resources.uptimeMs }
  const { updateServer } = await openNetwork(listed({ waiting }))
  expect(view().getByText('The addresses were changed.')).toBeTruthy()
  // Beside the one of the head.
  expect(view().getAllByRole('button', { name: 'Restart with warning…' })).toHaveLength(2)
  await updateServer(survival, { observedAt: Date.now(), resources: { ...resources, uptimeMs: 5_000 } })
  expect(view().queryByText('The addresses were changed.')).toBeNull()
})
