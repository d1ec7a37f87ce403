/**
 * The names of every channel, by direction. Kept apart from the schemas so that the preload script,
 * which runs before every page, derives the bridge without loading zod.
 */
export const invokeChannels = [
  'state:snapshot',
  'keys:check',
  'keys:add',
  'keys:replaceToken',
  'keys:rename',
  'keys:remove',
  'keys:setPermissions',
  'keys:move',
  'keys:refresh',
  'keys:openPage',
  'vault:allowWeaker',
  'panels:trustCertificate',
  'panels:revokeCertificate',
  'panels:allowHttp',
  'demo:add',
  'demo:open',
  'servers:refresh',
  'servers:inView',
  'servers:pin',
  'servers:setQuiet',
  'servers:power',
  'servers:command',
  'preferences:mute',
  'preferences:setStallMinutes',
  'settings:export',
  'settings:import',
  'activity:export',
  'notices:dismiss',
  'app:copyDiagnostics',
] as const
export type InvokeChannel = (typeof invokeChannels)[number]

export const pushChannels = ['state:patch'] as const
export type PushChannel = (typeof pushChannels)[number]
