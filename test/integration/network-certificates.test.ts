import { createServer } from 'node:net'
import tls from 'node:tls'
import { describe, expect, it, vi } from 'vitest'
import type { CertificateReason } from '../../shared/certificate-schema.ts'
import { type CertificateName, fingerprintOf, readCertificate } from '../fixtures/certificates.ts'
import { errorOf, power, token } from '../fixtures/client-rig.ts'
import { json, serverList, startFaultPanel } from '../fixtures/fault-panel.ts'
import { authorities, portOf, setUpNetworkRig } from '../fixtures/network-rig.ts'

const rig = setUpNetworkRig()

describe('what is sent', () => {
  it.each<[string, CertificateName | undefined]>([
    ['http', undefined],
    ['https', 'valid'],
  ])('over %s: the headers of the client API document and those of fetch itself', async (_name, tlsOf) => {
    const panel = await rig.panelWith(tlsOf)
    panel.respond(json(200, serverList([]), { 'set-cookie': 'session=1; Path=/' }))
    const client = rig.clientOf(panel.baseUrl)
    await client.listServers()
    expect(await client.listServers()).toMatchObject({ ok: true })
    await client.sendPower('a1b2c3d4', 'start')
    expect(panel.requests).toHaveLength(3)
    for (const { rawHeaders, headers, method } of panel.requests) {
      const names = rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase())
      const body = method === 'POST' ? ['content-type', 'content-length'] : []
      const own = ['host', 'connection', 'accept', 'user-agent', 'authorization']
      expect(names.toSorted()).toEqual(
        [...own, ...body, 'accept-language', 'sec-fetch-mode', 'accept-encoding'].toSorted(),
      )
      expect(names.indexOf('accept')).toBe(2)
      expect(headers).toMatchObject({ accept: 'application/json', authorization: `Bearer ${token}` })
    }
  })
})

describe('certificates', () => {
  it('believes one that a known authority signed for the name', async () => {
    const panel = await rig.panelWith('valid')
    expect(await rig.list(panel.baseUrl)).toMatchObject({ ok: true })
    expect(await rig.list(panel.baseUrl.replace('127.0.0.1', 'localhost'))).toMatchObject({ ok: true })
    expect(rig.asked).toEqual([])
  })

  it.each<[CertificateName, CertificateReason[], string]>([
    ['expired', ['expired'], 'CN=Panel with an old certificate'],
    ['not-yet-valid', ['not-yet-valid'], 'CN=Panel ahead of its time'],
    ['wrong-name', ['wrong-name'], 'CN=elsewhere.example.com'],
    ['unknown-authority', ['unknown-authority'], 'CN=Panel of an unknown authority'],
    ['self-signed', ['self-signed'], 'CN=Panel that signed for itself'],
  ])(
    '%s: says which and why, sends nothing, and is trusted by its fingerprint alone',
    async (name, reasons, subject) => {
      const panel = await rig.panelWith(name)
      const error = errorOf(await rig.list(panel.baseUrl))
      const fingerprint = await fingerprintOf(name)
      expect(error).toMatchObject({ code: 'certificate-refused', certificate: { reasons, subject, fingerprint } })
      expect(error.certificate?.validTo).toBeGreaterThan(error.certificate?.validFrom ?? 0)
      expect(error.certificate?.names).toContain(name === 'wrong-name' ? 'elsewhere.example.com' : '127.0.0.1')
      expect(errorOf(await power(rig.clientOf(panel.baseUrl))).code).toBe('certificate-refused')
      expect(panel.requests).toHaveLength(0)
      rig.trusted = fingerprint
      expect(await rig.list(panel.baseUrl)).toMatchObject({ ok: true })
      expect(panel.requests).toHaveLength(1)
    },
  )

  it('names every reason', async () => {
    const panel = await rig.panelWith('wrong-name')
    tls.setDefaultCACertificates(authorities)
    const error = errorOf(await rig.list(panel.baseUrl))
    tls.setDefaultCACertificates([...authorities, await readCertificate('authority')])
    expect(error.certificate?.reasons).toEqual(['unknown-authority', 'wrong-name'])
    expect(error.message).toContain(
      'no authority known to this computer signed it, and it was made out for another name',
    )
  })

  it('does not believe another certificate on the same host and port, however alike', async () => {
    const first = await rig.panelWith('self-signed')
    const port = portOf(first)
    rig.trusted = await fingerprintOf('self-signed')
    expect(await rig.list(first.baseUrl)).toMatchObject({ ok: true })
    await first.close()
    rig.open = []
    const second = await rig.panelWith('other-self-signed', port)
    const error = errorOf(await rig.list(second.baseUrl))
    expect(error).toMatchObject({ code: 'certificate-refused', certificate: { reasons: ['self-signed'] } })
    expect(error.message).toContain('another certificate than the one you trusted')
    expect(second.requests).toHaveLength(0)
    // A certificate of a known authority needs no trust.
    await second.close()
    rig.open = []
    await rig.panelWith('valid', port)
    expect(await rig.list(second.baseUrl)).toMatchObject({ ok: true })
  })

  it('does not believe the trusted certificate on another port', async () => {
    const [own, other] = [await rig.panelWith('self-signed'), await rig.panelWith('self-signed')]
    rig.trusted = await fingerprintOf('self-signed')
    const fetch = rig.network.fetchFor({ baseUrl: own.baseUrl, fingerprint: () => rig.trusted })
    expect((await fetch(own.baseUrl)).status).toBe(200)
    await expect(fetch(other.baseUrl)).rejects.toThrow()
    expect(other.requests).toHaveLength(0)
  })

  it('believes it on the machines of the panel, and no other one there', async () => {
    const [own, machine, stranger] = [
      await rig.panelWith('self-signed'),
      await rig.panelWith('self-signed'),
      await rig.panelWith('other-self-signed'),
    ]
    const trust = { baseUrl: own.baseUrl, fingerprint: () => rig.trusted }
    const fetch = rig.network.fetchFromMachines(trust)
    await expect(fetch(machine.baseUrl)).rejects.toThrow()
    rig.trusted = await fingerprintOf('self-signed')
    expect((await fetch(machine.baseUrl)).status).toBe(200)
    await expect(fetch(stranger.baseUrl)).rejects.toThrow()
    expect(stranger.requests).toHaveLength(0)
    rig.trusted = null
    await expect(fetch(machine.baseUrl)).rejects.toThrow()
    expect(machine.requests).toHaveLength(1)
  })

  it('stops at once when the trust is revoked, open connections and all', async () => {
    const panel = await rig.panelWith('self-signed')
    rig.trusted = await fingerprintOf('self-signed')
    const client = rig.clientOf(panel.baseUrl)
    expect(await client.listServers()).toMatchObject({ ok: true })
    rig.trusted = null
    expect(errorOf(await client.listServers()).code).toBe('certificate-refused')
    expect(errorOf(await client.sendPower('a1b2c3d4', 'stop')).code).toBe('certificate-refused')
    expect(panel.requests).toHaveLength(1)
    rig.trusted = await fingerprintOf('self-signed')
    expect(await client.listServers()).toMatchObject({ ok: true })
  })

  it.each(['', 'AA', 'self-signed', '*', '00'.repeat(32)])(
    'trusts nothing by the fingerprint %j',
    async (fingerprint) => {
      const panel = await rig.panelWith('self-signed')
      rig.trusted = fingerprint
      expect(errorOf(await rig.list(panel.baseUrl)).code).toBe('certificate-refused')
      expect(panel.requests).toHaveLength(0)
    },
  )

  it('is not moved by the environment that makes Node believe anybody', async () => {
    const panel = await rig.panelWith('self-signed')
    // Node warns of it.
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      expect(errorOf(await rig.list(panel.baseUrl)).code).toBe('certificate-refused')
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      warned.mockRestore()
    }
    expect(panel.requests).toHaveLength(0)
  })

  it('says so where the panel speaks only an outdated version of TLS', async () => {
    const [key, cert] = [await readCertificate('key'), await readCertificate('valid')]
    const old = tls.createServer({ key, cert, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' })
    const given: string[] = []
    old.on('tlsClientError', () => given.push('up'))
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
    const address = old.address()
    const error = errorOf(await rig.list(`https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`))
    expect(error).toMatchObject({ code: 'tls-failed', message: expect.stringContaining('outdated version of TLS') })
    await vi.waitFor(() => expect(given).toEqual(['up']))
    await new Promise((resolve) => old.close(resolve))
  })

  it('tells other failures apart', async () => {
    const plain = await rig.panelWith()
    expect(errorOf(await rig.list(plain.baseUrl.replace('http:', 'https:')))).toMatchObject({
      code: 'tls-failed',
      message: expect.stringContaining('does not speak https'),
    })
    expect(plain.requests).toHaveLength(0)
    const gone = await startFaultPanel()
    await gone.close()
    expect(errorOf(await rig.list(gone.baseUrl)).code).toBe('connection-refused')
    expect(errorOf(await power(rig.clientOf(gone.baseUrl))).code).toBe('connection-refused')
    const rude = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
    const address = rude.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(errorOf(await power(rig.clientOf(`https://127.0.0.1:${port}`))).code).toBe('connection-cut')
    await new Promise((resolve) => rude.close(resolve))
  })
})
