import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'

type FilesChannel = Extract<InvokeChannel, `files:${string}`>

const notYet = async () => fail('not-on-panel', { message: 'This version of the app can’t do that yet.' })

/** The files of servers, read when somebody looks: none of them is in the state. */
export function createFilesFeature(): Feature<FilesChannel> {
  return {
    handlers: {
      'files:list': notYet,
      'files:read': notYet,
      'files:readEnd': notYet,
      'files:leaveEnd': () => ok(),
      'files:write': notYet,
      'files:createFolder': notYet,
      'files:move': notYet,
      'files:copy': notYet,
      'files:remove': notYet,
      'files:compress': notYet,
      'files:decompress': notYet,
      'files:chmod': notYet,
      'files:resolveUrl': notYet,
      'files:pull': notYet,
      'files:sftpAddress': notYet,
    },
    dispose: () => undefined,
  }
}
