import { z } from 'zod'
import {
  accountKeyIdentifierSchema,
  accountKeysSchema,
  fingerprintOfSshSchema,
  newSshKeySchema,
  rotationEndSchema,
  sshKeySchema,
} from '../model/account-schema.ts'
import { keyIdSchema } from '../model/identifier-schema.ts'
import {
  accountActivityKindSchema,
  activityLineIdSchema,
  panelActivityPageSchema,
} from '../model/panel-activity-schema.ts'
import { activityDetailsReply, activityPageNumber } from './contract-panel-activity.ts'
import { done, type PartOfContract } from './contract-part.ts'

const ofKey = z.object({ keyId: keyIdSchema })

/** The account behind a key of this app, on its panel. No token is in any of these. */
export const accountsContract = {
  /** Errors of all channels of accounts beside those of any call to a panel: `not-on-panel`, `unknown-key`. */
  'accounts:keys': { request: ofKey, reply: accountKeysSchema },
  /**
   * Gives the key a new token: made, tried out, stored, and then the old one deleted. Errors: `key-not-of-account`,
   * `token-would-be-lost`, `storage-failed`, and why nothing was changed.
   */
  'accounts:rotate': { request: ofKey, reply: z.object({ end: rotationEndSchema }) },
  /** Deletes a key of the account, whoever uses it. Error: `account-entry-not-found`. */
  'accounts:removeKey': { request: ofKey.extend({ identifier: accountKeyIdentifierSchema }), reply: done },
  'accounts:sshKeys': { request: ofKey, reply: z.object({ keys: z.array(sshKeySchema) }) },
  'accounts:addSshKey': { request: newSshKeySchema.extend({ keyId: keyIdSchema }), reply: done },
  'accounts:removeSshKey': { request: ofKey.extend({ fingerprint: fingerprintOfSshSchema }), reply: done },
  /** What happened to the account, such as sign-ins; newest first. */
  'accounts:activity': {
    request: ofKey.extend({ page: activityPageNumber, kind: accountActivityKindSchema }),
    reply: panelActivityPageSchema,
  },
  /** What a line of it hides. Error: `state-changed` once it is not held. */
  'accounts:activityDetails': { request: ofKey.extend({ id: activityLineIdSchema }), reply: activityDetailsReply },
} as const satisfies PartOfContract<'accounts'>
