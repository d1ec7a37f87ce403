import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { budgetWords } from '../../renderer/features/keys/messages.ts'
import type { Certificate } from '../../shared/certificate-schema.ts'
import { appError } from '../../shared/errors.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { foundServers } from './fake-bridge.ts'
import { openWindow } from './open-window.tsx'

const token = `ptlc_${'a'.repeat(43)}`
const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':')
const certificate: Certificate = {
  subject: 'Club panel',
  issuer: 'Club panel',
  names: 'panel.club.example',
  validFrom: Date.UTC(2025, 0, 5, 12),
  validTo: Date.UTC(2027, 0, 5, 12),
  fingerprint,
  reasons: ['self-signed', 'expired'],
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }))
const asksNothing = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

/** First run with a filled form that was just sent off. */
async function sendKey(answer: (opened: Awaited<ReturnType<typeof openWindow>>) => void, address = 'panel.example') {
  const opened = await openWindow(appState())
  answer(opened)
  await opened.user.type(field('Panel address'), address)
  await opened.user.click(field('Token'))
  await opened.user.paste(token)
  await opened.user.click(screen.getByRole('button', { name: 'Add key' }))
  return opened
}

/** The page with the key Home. */
async function openKey(key: Parameters<typeof keyView>[0] = {}, panel: Parameters<typeof panelView>[0] = {}) {
  const opened = await openWindow(appState({ panels: [panelView(panel)], keys: [keyView(key)] }))
  await opened.user.click(screen.getByRole('button', { name: 'API keys' }))
  await screen.findByRole('heading', { name: 'API keys' })
  return opened
}

/** The dialog Replace token of the key Home with a token that was just sent off. */
async function replaceToken(answer: (opened: Awaited<ReturnType<typeof openWindow>>) => void) {
  const opened = await openKey()
  answer(opened)
  await opened.user.click(screen.getByRole('button', { name: 'More for Home' }))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Replace token…' }))
  await opened.user.type(await screen.findByLabelText('Token'), token)
  await opened.user.click(screen.getByRole('button', { name: 'Replace token' }))
  return opened
}

describe('tokens in memory', () => {
  const refuse = ({ bridge }: Awaited<ReturnType<typeof openWindow>>) => {
    bridge.answer('keys:add', async () => fail('weaker-storage'))
    bridge.answer('vault:allowWeaker', async () => {
      bridge.answer('keys:add', async () => ok({ ...foundServers, keyId: keyView().id }))
      return ok()
    })
  }

  test('Cancel has the focus, sends nothing, and leaves the reason and the token in the form', async () => {
    const { bridge, user } = await sendKey(refuse)
    const cancel = (await question('Keep tokens in memory?')).getByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await user.keyboard('{Enter}')
    await asksNothing()
    expect(bridge.requests('keys:add')).toHaveLength(1)
    expect(screen.getByText(/This system has no safe place/)).toBeTruthy()
    expect(field('Token').value).toBe(token)
    await waitFor(() => expect(document.activeElement).toBe(field('Token')))
  })

  test('a yes that cannot be remembered is told, and nothing is sent', async () => {
    const { bridge, user } = await sendKey((opened) => {
      refuse(opened)
      opened.bridge.answer('vault:allowWeaker', async () => fail('storage-failed'))
    })
    await user.click((await question('Keep tokens in memory?')).getByRole('button', { name: 'Keep in memory' }))
    expect(await screen.findByText('The settings couldn’t be saved.')).toBeTruthy()
    expect(bridge.requests('keys:add')).toHaveLength(1)
  })

  test('a key without servers that is wanted anyway is asked about only once', async () => {
    const { bridge, user } = await sendKey((opened) => {
      refuse(opened)
      opened.bridge.answer('keys:check', async () => ok({ ...foundServers, servers: [] }))
    })
    await user.click(screen.getByRole('button', { name: 'Add it anyway' }))
    await user.click((await question('Keep tokens in memory?')).getByRole('button', { name: 'Keep in memory' }))
    await waitFor(() => expect(bridge.requests('keys:add')).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Add it anyway' })).toBeNull()
  })
})

describe('http in a private network', () => {
  const address = 'http://192.168.1.5:8080'
  const refuse = ({ bridge }: Awaited<ReturnType<typeof openWindow>>) =>
    bridge.answer('keys:check', async (input) => (input.allowsHttp ? ok(foundServers) : fail('insecure-private')))

  test('a yes sends the token without encryption', async () => {
    const { bridge, user } = await sendKey(refuse, address)
    const asked = await question('Send the token without encryption?')
    expect(asked.getByText(/on its way to 192\.168\.1\.5:8080/)).toBeTruthy()
    await user.click(asked.getByRole('button', { name: 'Send without encryption' }))
    await waitFor(() => expect(bridge.requests('keys:add')).toMatchObject([{ address, token, allowsHttp: true }]))
  })

  test('an address without a scheme, where nothing speaks https, is asked about, and a yes sends it by http', async () => {
    const { bridge, user } = await sendKey(
      (opened) =>
        opened.bridge.answer('keys:check', async (input) => (input.allowsHttp ? ok(foundServers) : fail('no-https'))),
      '192.168.1.5:8080',
    )
    const asked = await question('Use http://192.168.1.5:8080?')
    await user.click(asked.getByRole('button', { name: 'Use http' }))
    await waitFor(() => expect(bridge.requests('keys:add')).toMatchObject([{ address, token, allowsHttp: true }]))
  })

  test('https instead edits the address, sends nothing, and the focus is there', async () => {
    const { bridge, user } = await sendKey(refuse, address)
    const asked = await question('Send the token without encryption?')
    await user.click(asked.getByRole('button', { name: 'Use https instead' }))
    await asksNothing()
    expect(field('Panel address').value).toBe('https://192.168.1.5:8080')
    expect(bridge.requests('keys:check')).toHaveLength(1)
    await waitFor(() => expect(document.activeElement).toBe(field('Panel address')))
  })

  test('a yes for one address is none for another', async () => {
    const { bridge, user } = await sendKey((opened) => {
      refuse(opened)
      opened.bridge.answer('keys:add', async () => fail('vault-failed'))
    }, address)
    await user.click(
      (await question('Send the token without encryption?')).getByRole('button', { name: 'Send without encryption' }),
    )
    await asksNothing()
    await user.type(field('Panel address'), '1')
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    await question('Send the token without encryption?')
    expect(bridge.requests('keys:check').at(-1)).toEqual({ address: `${address}1`, token })
  })
})

describe('a stored panel', () => {
  const failing = (error: ReturnType<typeof appError>) => ({ kind: 'failing', since: 0, error }) as const
  test('that turned out to need http or a trusted certificate asks as the next step of its key', async () => {
    const { bridge, user, update } = await openKey({ health: failing(appError('insecure-private')) })
    await user.click(screen.getByRole('button', { name: 'Allow http…' }))
    const http = await question('Send the token without encryption?')
    await user.click(http.getByRole('button', { name: 'Send without encryption' }))
    expect(bridge.requests('panels:allowHttp')).toEqual([{ panelId: 'home', allowed: true }])

    const health = failing(appError('certificate-refused', { certificate }))
    await update((before) => ({ ...before, keys: appState({ keys: [keyView({ health })] }).keys }))
    await user.click(screen.getByRole('button', { name: 'See the certificate…' }))
    const asked = await question('Trust this certificate?')
    expect(asked.getByText(/panel\.home\.example has a certificate/)).toBeTruthy()
    await update((before) => ({ ...before, keys: appState({ keys: [keyView()] }).keys }))
    await asksNothing()
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('More for Home'))
  })

  test('shows what it is allowed, and takes it back', async () => {
    const { bridge, user } = await openKey(
      {},
      { allowsHttp: true, trustedCertificate: { fingerprint, trustedAt: Date.UTC(2026, 0, 3, 12) } },
    )
    expect(screen.getByText(/Trusts one certificate/).textContent).toBe(
      'Trusts one certificate (AB:AB:AB:AB…), since 3 Jan 2026. Revoke',
    )
    await user.click(screen.getByRole('button', { name: 'Revoke' }))
    expect(bridge.requests('panels:revokeCertificate')).toEqual([{ panelId: 'home' }])
    await user.click(screen.getByRole('button', { name: 'Stop allowing' }))
    expect(bridge.requests('panels:allowHttp')).toEqual([{ panelId: 'home', allowed: false }])
  })

  const none = { limit: null, remaining: null, heldUntil: null, scarceUntil: null }
  const later = new Date(2026, 0, 15, 12, 9).getTime()
  test.each([
    [{ ...none, limit: 60, remaining: 57 }, '57 of 60 requests left this minute'],
    [{ ...none, limit: 60 }, '60 requests a minute'],
    [none, 'No limit known'],
    [
      { ...none, limit: 60, remaining: 9, scarceUntil: later },
      'Updates paused until 12:09; your actions still go through',
    ],
    [{ ...none, limit: 60, remaining: 0, heldUntil: later, scarceUntil: later }, 'Waiting until 12:09'],
  ])('tells its rate limit %j in words', (budget, words) => {
    expect(budgetWords(budget, later - 1)).toBe(words)
    expect(budgetWords(budget, later)).not.toContain('until')
  })

  test('shows the rate limit on the card once an answer told of it', async () => {
    const { update } = await openKey({})
    expect(screen.queryByText('Rate limit')).toBeNull()
    const budget = { ...none, limit: 60, remaining: 57 }
    await update((before) => ({ ...before, keys: appState({ keys: [keyView({ budget })] }).keys }))
    expect(screen.getByText('57 of 60 requests left this minute')).toBeTruthy()
  })
})

describe('a certificate that could not be verified', () => {
  const refuse = ({ bridge }: Awaited<ReturnType<typeof openWindow>>) =>
    bridge.answer('keys:check', async (input) =>
      input.fingerprint === fingerprint ? ok(foundServers) : fail('certificate-refused', { certificate }),
    )

  test('is shown with its reasons, and trusted by its fingerprint', async () => {
    const { bridge, user } = await sendKey(refuse)
    const asked = await question('Trust this certificate?')
    expect(
      asked.getByText(
        'panel.example has a certificate that couldn’t be verified: the panel signed it itself, and it has expired.',
      ),
    ).toBeTruthy()
    for (const text of ['panel.club.example', 'Club panel', 'from 5 Jan 2025 to 5 Jan 2027', fingerprint])
      expect(asked.getByText(text)).toBeTruthy()
    await user.click(asked.getByRole('button', { name: 'Trust this certificate' }))
    await waitFor(() =>
      expect(bridge.requests('keys:add')).toEqual([
        { address: 'panel.example', token, fingerprint, label: expect.any(String) },
      ]),
    )
  })

  test('without a certificate to show there is nothing to trust', async () => {
    await sendKey(({ bridge }) => bridge.answer('keys:check', async () => fail('certificate-refused')))
    expect(field('Panel address').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

test.each([
  ['weaker-storage', {}, 'Keep tokens in memory?', 'Keep in memory', ['vault:allowWeaker', undefined]],
  [
    'insecure-private',
    {},
    'Send the token without encryption?',
    'Send without encryption',
    ['panels:allowHttp', { panelId: 'home', allowed: true }],
  ],
  [
    'certificate-refused',
    { certificate },
    'Trust this certificate?',
    'Trust this certificate',
    ['panels:trustCertificate', { panelId: 'home', fingerprint }],
  ],
] as const)('a new token of a stored panel asks the same, and the yes is kept first: %s', async (...row) => {
  const [code, more, title, yes, [channel, payload]] = row
  const { bridge, user } = await replaceToken(({ bridge }) => {
    bridge.answer('keys:replaceToken', async () => fail(code, more))
  })
  const asked = await question(title)
  // A stored address is not edited.
  expect(asked.queryByRole('button', { name: 'Use https instead' })).toBeNull()
  bridge.answer('keys:replaceToken', async () => ok(foundServers))
  await user.click(asked.getByRole('button', { name: yes }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bridge.requests(channel)).toEqual([payload])
  const sent = bridge.calls
    .map(({ channel }) => channel)
    .filter((one) => one === channel || one === 'keys:replaceToken')
  expect(sent).toEqual(['keys:replaceToken', channel, 'keys:replaceToken'])
})
