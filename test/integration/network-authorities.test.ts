import tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { readCertificate } from '../fixtures/certificates.ts'
import { startCliProcess } from '../fixtures/cli-process.ts'
import { errorOf, token } from '../fixtures/client-rig.ts'
import { json, serverList } from '../fixtures/fault-panel.ts'
import { authorities, routeTo, setUpNetworkRig } from '../fixtures/network-rig.ts'

const rig = setUpNetworkRig()
const far = 'https://panel.example.com/api/client'

afterEach(async () => tls.setDefaultCACertificates([...authorities, await readCertificate('authority')]))

/** The authority of the tests is one that only the system knows, as a company's or a home's own. */
async function knownToSystemOnly(): Promise<void> {
  const own = await readCertificate('authority')
  tls.setDefaultCACertificates(authorities)
  rig.readSystem = async () => [own]
}

describe('an authority that only the system knows', () => {
  it('is believed for a panel; the store is read once, and nothing was sent before', async () => {
    await knownToSystemOnly()
    const panel = await rig.panelWith('valid')
    const lists = await Promise.all([
      rig.list(panel.baseUrl),
      rig.list(panel.baseUrl.replace('127.0.0.1', 'localhost')),
    ])
    expect(lists).toMatchObject([{ ok: true }, { ok: true }])
    expect(await rig.list(panel.baseUrl)).toMatchObject({ ok: true })
    expect(panel.requests).toHaveLength(3)
    expect(rig.systemReads).toBe(1)
  })

  it('is believed for a console’s machine', async () => {
    await knownToSystemOnly()
    const panel = await rig.panelWith('valid')
    const connect = rig.network.connectFor({ baseUrl: far, fingerprint: () => null })
    const socket = await connect(new URL(panel.origin))
    socket.destroy()
  })

  it('is believed for a proxy, and for the panel behind it', async () => {
    await knownToSystemOnly()
    const panel = await rig.panelWith('valid')
    rig.routes = [routeTo(await rig.proxyTo(panel, 'valid'), { kind: 'https' })]
    expect(await rig.list(far)).toMatchObject({ ok: true })
    expect(rig.systemReads).toBe(1)
  })

  it('takes away nothing else that is wrong', async () => {
    await knownToSystemOnly()
    for (const [name, reasons] of [
      ['expired', ['expired']],
      ['wrong-name', ['wrong-name']],
      ['unknown-authority', ['unknown-authority']],
    ] as const) {
      const panel = await rig.panelWith(name)
      expect(errorOf(await rig.list(panel.baseUrl))).toMatchObject({ certificate: { reasons } })
      expect(panel.requests).toHaveLength(0)
    }
  })
})

describe('the system’s store', () => {
  it('is not read for a certificate that Node believes, nor for one that the person trusts', async () => {
    expect(await rig.list((await rig.panelWith('valid')).baseUrl)).toMatchObject({ ok: true })
    expect(errorOf(await rig.list((await rig.panelWith('expired')).baseUrl)).code).toBe('certificate-refused')
    expect(rig.systemReads).toBe(0)
  })

  it('that cannot be read leaves the certificate refused, and is read again with the next one', async () => {
    await knownToSystemOnly()
    const read = rig.readSystem
    rig.readSystem = () => Promise.reject(new Error('no thread'))
    const panel = await rig.panelWith('valid')
    expect(errorOf(await rig.list(panel.baseUrl)).code).toBe('certificate-refused')
    rig.readSystem = read
    expect(await rig.list(panel.baseUrl)).toMatchObject({ ok: true })
    expect(rig.systemReads).toBe(2)
  })

  it('is the one that Node reads, in a process of its own', async () => {
    const panel = await rig.panelWith('valid')
    panel.respond(json(200, serverList([])))
    const list = async (env: Record<string, string>) => {
      const cli = startCliProcess(['list'], { SERVERTRAY_URL: panel.baseUrl, SERVERTRAY_TOKEN: token, ...env })
      return (await cli.end).code
    }
    const file = fileURLToPath(new URL('../fixtures/certificates/authority.pem', import.meta.url))
    const none = { SSL_CERT_FILE: '/does/not/exist', SSL_CERT_DIR: '/does/not/exist' }
    expect(await list(none)).not.toBe(0)
    expect(panel.requests).toHaveLength(0)
    expect(await list({ ...none, SSL_CERT_FILE: file })).toBe(0)
  })
})
