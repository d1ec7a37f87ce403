import { z } from 'zod'
import type { Dialect } from '../http/dialect.ts'
import { item, list, refusal } from '../http/envelope.ts'
import { json, noContent, type Reply } from '../http/reply.ts'
import { type Startup, shownVariable } from '../startup/startup.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'

const keyInput = z.object({ key: z.string() })

type Deps = { readonly startup: Startup; readonly dialect: Dialect }

/** Startup variables and the image, for keys with all permissions (the panel's API, *Startup and image*). */
export function startupOperations({ startup, dialect }: Deps): readonly Operation[] {
  /** One of the two panels does not look whether there is such a variable, and fails on what is none. */
  const unknown = () =>
    dialect === 'pelican'
      ? refusal.badRequest('The environment variable you are trying to edit does not exist.')
      : refusal.failed('ErrorException')

  function setVariable(call: ServerCall): Reply {
    const its = startup.of(call.server)
    const key = call.input(keyInput)
    if (!key.ok) return key.reply
    const found = its.variables().find(({ name }) => name === key.value.key)
    if (found === undefined) return unknown()
    if (!found.isEditable) {
      return refusal.badRequest('The environment variable you are trying to edit is read-only.')
    }
    const input = call.input(z.object({ value: found.rule.input }))
    if (!input.ok) return input.reply
    const value = input.value.value ?? ''
    its.set(found.name, value)
    const properties = { variable: found.name, old: found.set ?? '', new: value }
    call.record('server:startup.edit', properties)
    const meta = { startup_command: its.command({ isShown: true }), raw_startup_command: its.raw }
    const { object, attributes } = shownVariable({ ...found, set: value })
    return json(item(object, attributes, meta))
  }

  function setImage(call: ServerCall): Reply {
    const its = startup.of(call.server)
    const images = Object.values(its.images)
    const input = call.input(z.object({ docker_image: z.enum(images) }))
    if (!input.ok) return input.reply
    if (!images.includes(its.image())) {
      const detail = "This server's Docker image has been manually set by an administrator and cannot be updated."
      return refusal.badRequest(detail)
    }
    const old = its.image()
    its.choose(input.value.docker_image)
    if (old !== its.image()) call.record('server:startup.image', { old, new: its.image() })
    return noContent
  }

  return [
    onServer(
      'GET',
      '/startup',
      'all',
      ({ server }) => {
        const its = startup.of(server)
        const meta = {
          startup_command: its.command({ isShown: true }),
          docker_images: its.images,
          raw_startup_command: its.raw,
        }
        return json(list(its.variables().map(shownVariable), meta))
      },
      'startup.read',
    ),
    onServer('PUT', '/startup/variable', 'all', setVariable, 'startup.update'),
    onServer('PUT', '/settings/docker-image', 'all', setImage, 'startup.docker-image'),
  ]
}
