import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** Packs what is installed here, as the registry has it. */
async function packInstalled(name: string, folder: string): Promise<Buffer> {
  const own = join(folder, name)
  await mkdir(own, { recursive: true })
  const arguments_ = ['pack', '--ignore-scripts', '--json', '--pack-destination', own]
  const { stdout } = await promisify(execFile)('npm', arguments_, { cwd: join(modules, name) })
  return readFile(join(own, JSON.parse(stdout)[0].filename))
}

/** A registry on loopback that has these packages, as they are installed here, and nothing else. */
export async function startLoopbackRegistry(names: readonly string[], folder: string) {
  const tarballs = new Map<string, Buffer>()
  for (const name of names) tarballs.set(name, await packInstalled(name, folder))

  async function answer(path: string, reply: ServerResponse): Promise<void> {
    const name = names.find((name) => path === name || path === `${name}.tgz`)
    if (name === undefined) reply.writeHead(404).end('{}')
    else if (path !== name) reply.end(tarballs.get(name))
    else {
      const manifest = JSON.parse(await readFile(join(modules, name, 'package.json'), 'utf8'))
      const { version } = manifest
      const packed = { ...manifest, dist: { tarball: `${url}${name}.tgz` } }
      reply.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: packed } }))
    }
  }
  const server = createServer((request, reply) => void answer(decodeURIComponent(request.url ?? '').slice(1), reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  return { url, close: () => new Promise((resolve) => server.close(resolve)) }
}
