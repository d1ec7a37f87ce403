import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { demoServers, must } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { sizeOf } from '../fixtures/run.ts'

/** The statements of the panel dialect, part 2, *Backups, Download*. */

const { survival: server } = demoServers
const minute = 60_000
const mebibyte = 1024 * 1024

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)

const link = async (uuid: string): Promise<string> => (await on.attributes('GET', `/backups/${uuid}/download`)).url
const lost = { error: 'The requested backup was not found on this server.' }
const notAgain = { error: expect.stringContaining('used already') }
const plain = { headers: { connection: 'close' } }

/** A good backup, from before. */
const given = (state: 'good' | 'failed' | 'pending' = 'good') =>
  rig.demo.panel.backups.add(server, { name: 'Given', agoMs: minute, state })

async function refusal(url: string, init: RequestInit = plain) {
  const response = await fetch(url, init)
  return { status: response.status, ...(await response.json()) }
}

describe('a link to a backup', () => {
  it('leads to the node, gives the archive with its name and size, and wants no key', async () => {
    const uuid = await given()
    const url = await link(uuid)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/download\/backup\?token=[\w-]+$/)
    expect(new URL(url).host).not.toBe(new URL(rig.demo.baseUrl).host)
    const response = await fetch(url, plain)
    const [shown] = await on.list('/backups')
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${uuid}.tar.gz"`)
    expect(response.headers.get('content-length')).toBe(String(shown?.bytes))
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(`sha1:${createHash('sha1').update(bytes).digest('hex')}`).toBe(shown?.checksum)
  })

  it('works once, also where the download broke', async () => {
    const uuid = await given()
    const url = await link(uuid)
    expect((await fetch(url, plain)).status).toBe(200)
    expect(await refusal(url)).toEqual({ status: 404, ...notAgain })

    rig.demo.panel.backups.setDownloadTrap(server, { what: 'cut', atBytes: 100 })
    const second = await link(uuid)
    await expect(fetch(second, plain).then((response) => response.arrayBuffer())).rejects.toThrow()
    rig.demo.panel.backups.setDownloadTrap(server, null)
    expect(await refusal(second)).toEqual({ status: 404, ...notAgain })
    expect((await fetch(await link(uuid), plain)).status).toBe(200)
  })

  it('works for fifteen minutes', async () => {
    const [one, other] = [await link(await given()), await link(await given())]
    await rig.demo.clock.advance(15 * minute - 1)
    expect((await fetch(one, plain)).status).toBe(200)
    await rig.demo.clock.advance(1)
    expect((await fetch(other, plain)).status).toBe(404)
  })

  it('ends with the permission of the key that asked for it', async () => {
    const uuid = await given()
    const { keyId, token: mine } = must(
      rig.demo.panel.createKey({ description: 'Short', servers: [server], permissions: ['backups-view'] }),
    )
    const its = callsOn(rig.demo, mine, server)
    const { url } = await its.attributes('GET', `/backups/${uuid}/download`)
    must(rig.demo.panel.updateKey(keyId, { permissions: ['power'] }))
    expect((await fetch(url, plain)).status).toBe(404)
  })

  it('knows no parts and no look ahead', async () => {
    const uuid = await given()
    const url = await link(uuid)
    expect((await fetch(url, { ...plain, method: 'HEAD' })).status).toBe(404)
    const response = await fetch(url, { headers: { ...plain.headers, range: 'bytes=10-20' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('accept-ranges')).toBeNull()
    expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')))
  })

  it.each(['pending', 'failed'] as const)('is given for a %s one too, and leads nowhere', async (state) => {
    expect(await refusal(await link(await given(state)))).toEqual({ status: 404, ...lost })
  })

  it('leads nowhere where the node lost the archive', async () => {
    const uuid = await given()
    rig.demo.panel.backups.setTrap(server, 'archive-lost')
    expect(await refusal(await link(uuid))).toEqual({ status: 404, ...lost })
  })

  it('leads nowhere while the node is down, and on the server’s new node after a transfer', async () => {
    const uuid = await given()
    const before = await link(uuid)
    await rig.demo.panel.node.stop()
    await expect(fetch(before, plain)).rejects.toThrow()
    must(await rig.demo.panel.node.start())
    must(await rig.demo.panel.node.move(server))
    const after = await link(uuid)
    expect(new URL(after).host).not.toBe(new URL(before).host)
    expect((await fetch(after, plain)).status).toBe(200)
  })

  it.each([
    ['another path', '/download/file?token=x'],
    ['no token', '/download/backup'],
    ['a wrong token', '/download/backup?token=%00%ff'],
    ['the root', '/'],
  ])('is all that the node answers: %s', async (_name, path) => {
    const { origin } = new URL(await link(await given()))
    expect((await fetch(`${origin}${path}`, plain)).status).toBe(404)
    expect((await fetch(`${origin}${path}`, { ...plain, method: 'POST' })).status).toBe(404)
  })

  it('is not taken under another name than the node’s own', async () => {
    const { port, pathname, search } = new URL(await link(await given()))
    const request = get({ host: '127.0.0.1', port, path: `${pathname}${search}`, headers: { host: 'evil.example' } })
    const [response]: IncomingMessage[] = await once(request, 'response')
    expect(response?.statusCode).toBe(421)
    request.destroy()
  })
})

describe('the traps of a download', () => {
  it('a wrong byte leaves size and name right, and the checksum wrong', async () => {
    const uuid = await given()
    rig.demo.panel.backups.setDownloadTrap(server, { what: 'wrong-byte', atBytes: 600 })
    const bytes = new Uint8Array(await (await fetch(await link(uuid), plain)).arrayBuffer())
    const [shown] = await on.list('/backups')
    expect(bytes.length).toBe(shown?.bytes)
    expect(`sha1:${createHash('sha1').update(bytes).digest('hex')}`).not.toBe(shown?.checksum)
  })

  it('one that holds gives nothing more until it is lifted', async () => {
    rig.demo.panel.backups.setArchiveBytes(server, 8 * mebibyte)
    const uuid = await given()
    rig.demo.panel.backups.setDownloadTrap(server, { what: 'hold', atBytes: 2 * mebibyte })
    const response = await fetch(await link(uuid), plain)
    const reader = response.body?.getReader()
    let got = 0
    while (got < 2 * mebibyte) got += (await reader?.read())?.value?.length ?? 0
    expect(got).toBe(2 * mebibyte)
    rig.demo.panel.backups.setDownloadTrap(server, null)
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) got += part.value.length
    expect(got).toBe(Number(response.headers.get('content-length')))
  })
})

describe('a large archive', () => {
  it('is given as it was measured, in parts', async () => {
    await restart()
    rig.demo.panel.backups.setArchiveBytes(server, sizeOf({ short: 40, long: 600 }) * mebibyte)
    const uuid = await given()
    const [shown] = await on.list('/backups')
    const hash = createHash('sha1')
    let bytes = 0
    const { body } = await fetch(await link(uuid), plain)
    for await (const part of body ?? []) {
      hash.update(part)
      bytes += part.length
    }
    expect(bytes).toBe(shown?.bytes)
    expect(`sha1:${hash.digest('hex')}`).toBe(shown?.checksum)
  })
})
