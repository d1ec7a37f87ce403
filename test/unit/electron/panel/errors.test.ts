import { describe, expect, it } from 'vitest'
import { clearer, conditionOf } from '../../../../electron/panel/conditions.ts'
import { errorOfRefusal, errorOfThrown } from '../../../../electron/panel/errors.ts'
import type { Operation } from '../../../../electron/panel/operation.ts'
import { appError, type ErrorCode } from '../../../../shared/errors.ts'
import type { ServerCondition } from '../../../../shared/model/server-schema.ts'

const url = 'https://panel.example.com/api/client'
const body = (code: string, detail: string) => JSON.stringify({ errors: [{ code, status: '400', detail }] })
const refuse = (status: number, text: string, operation: Operation = 'power') =>
  errorOfRefusal({ status, contentType: 'application/json', text, location: null }, operation, url)

describe('errorOfRefusal', () => {
  it.each<[number, string, string, Operation, ErrorCode]>([
    [401, 'AuthenticationException', 'Unauthenticated.', 'list', 'token-refused'],
    [403, '', 'This IP address (1.2.3.4) does not have permission.', 'list', 'address-not-allowed'],
    [403, '', 'Your address is not in the allowed IPs.', 'list', 'address-not-allowed'],
    [403, '', 'You are attempting to use an application API key.', 'list', 'wrong-key-type'],
    [403, 'AccessDeniedHttpException', 'This action is unauthorized.', 'power', 'permission-lacking'],
    [403, '', 'The key lacks the permission Power.', 'power', 'permission-lacking'],
    [403, '', 'This action requires an API key with all permissions.', 'power', 'all-permissions-needed'],
    [403, '', 'Only a key that has All may do this.', 'power', 'all-permissions-needed'],
    [403, '', 'No.', 'power', 'not-permitted'],
    [400, 'TwoFactorAuthRequiredException', 'No.', 'list', 'two-factor-needed'],
    [400, '', 'Two-factor authentication is required on this account.', 'list', 'two-factor-needed'],
    [404, 'NotFoundHttpException', '', 'resources', 'server-not-found'],
    [404, '', 'The requested resource does not exist on this server.', 'players', 'server-not-found'],
    [404, '', 'The requested resource could not be found on the server.', 'players', 'server-not-found'],
    [404, '', 'The route api/x/query could not be found.', 'players', 'not-on-panel'],
    // Seen on Pelican: its texts are in its own language, but for an address that it does not have.
    [404, 'NotFoundHttpException', 'Der Server wurde nicht gefunden.', 'backups', 'server-not-found'],
    [404, 'NotFoundHttpException', 'The route api/x could not be found.', 'backups', 'not-on-panel'],
    [404, '', '', 'list', 'api-not-found'],
    [404, 'NotFoundHttpException', 'Diese Ressource gibt es nicht.', 'files', 'server-not-found'],
    [404, 'NotFoundHttpException', 'The route x could not be found.', 'files', 'file-not-found'],
    [404, 'FileNotFoundException', '', 'file-read', 'file-not-found'],
    [404, '', 'The requested resource could not be found on the server.', 'account', 'not-on-panel'],
    [409, 'ServerStateConflictException', '', 'power', 'server-unavailable'],
    [412, 'HttpException', 'Server is not online.', 'command', 'server-not-running'],
    [412, '', '', 'power', 'panel-refused'],
    [422, 'ValidationException', 'The selected signal is invalid.', 'power', 'input-rejected'],
    [429, 'ThrottleRequestsException', 'Too Many Attempts.', 'power', 'rate-limited'],
    [500, 'HttpException', '', 'power', 'panel-failed'],
    [500, 'ConnectionException', 'An unexpected error was encountered', 'power', 'node-unreachable'],
    // The document names neither status nor words for a server that does not run.
    [400, '', 'The server is not running.', 'command', 'server-not-running'],
    [403, '', 'The server is not running.', 'command', 'server-not-running'],
    [504, '', 'The server is not running.', 'command', 'server-not-running'],
    [502, 'HttpException', 'Server must be online in order to send commands.', 'command', 'server-not-running'],
    [409, 'ServerOfflineException', 'No.', 'command', 'server-not-running'],
    [401, '', 'The session is not active.', 'command', 'token-refused'],
    [409, '', 'The server is not running.', 'power', 'server-unavailable'],
    [504, '', '', 'power', 'node-unreachable'],
    [504, '', '', 'list', 'panel-failed'],
    // What the daemon itself refuses, it has answered.
    [400, 'DaemonConnectionException', 'Not enough disk space.', 'power', 'machine-refused'],
    [422, 'DaemonConnectionException', 'Not enough disk space.', 'power', 'machine-refused'],
    // A broken token of the node, or a server that it does not know: nothing about the key or the identifier.
    [401, 'DaemonConnectionException', 'No permission.', 'power', 'machine-refused'],
    [403, 'DaemonConnectionException', 'No permission.', 'power', 'machine-refused'],
    [403, 'DaemonConnectionException', 'You are not authorized to access this endpoint.', 'files', 'machine-refused'],
    [404, 'DaemonConnectionException', 'It does not exist on this instance.', 'power', 'not-on-machine'],
    [404, 'DaemonConnectionException', 'It does not exist on this instance.', 'file-change', 'not-on-machine'],
    [404, 'DaemonConnectionException', 'It was not found on the system.', 'file-change', 'file-not-found'],
    [500, 'DaemonConnectionException', 'An error. (code: 500)', 'power', 'machine-failed'],
    [502, 'DaemonConnectionException', 'An error. (code: 502)', 'power', 'machine-failed'],
    [504, 'DaemonConnectionException', 'Could not establish a connection.', 'power', 'node-unreachable'],
    // Of readings the machine's status is in the words alone.
    [504, 'DaemonConnectionException', 'An error. (code: 403)', 'resources', 'machine-refused'],
    [504, 'DaemonConnectionException', 'An error. (code: 404)', 'resources', 'not-on-machine'],
    [504, 'DaemonConnectionException', 'An error. (code: 500)', 'resources', 'machine-failed'],
    [500, 'RequestException', 'An unexpected error was encountered', 'power', 'machine-failed'],
    // A schedule's first task runs within the request.
    [502, 'DaemonConnectionException', 'An error. (code: 502)', 'schedule-run', 'server-not-running'],
    [500, 'DaemonConnectionException', 'An error. (code: 500)', 'schedule-run', 'machine-failed'],
    [400, 'TooManyBackupsException', 'It has reached its limit of 5 backups.', 'backup-create', 'backup-limit'],
    [400, 'TooManyBackupsException', 'It has reached its limit of 0 backups.', 'backup-create', 'backups-off'],
    [403, 'HttpForbiddenException', 'The backup limit is set to 0.', 'task-create', 'backups-off'],
    [400, 'BackupLockedException', 'A backup is marked as locked.', 'backup-delete', 'backup-locked'],
    [400, 'ServerSubuserExistsException', 'x', 'user-invite', 'user-exists'],
    [400, 'UserIsServerOwnerException', 'x', 'user-invite', 'user-is-owner'],
    [403, 'HttpForbiddenException', 'Your account does not actively possess it.', 'user-invite', 'grant-lacking'],
    [400, 'TooManyDatabasesException', 'x', 'database-create', 'database-limit'],
    [400, 'DuplicateDatabaseNameException', 'x', 'database-create', 'database-name-taken'],
    [400, 'NoSuitableDatabaseHostException', 'x', 'database-create', 'database-no-host'],
    [400, 'DisplayException', 'This server’s limit has been reached.', 'allocation-add', 'panel-refused'],
    [400, 'AutoAllocationNotEnabledException', 'x', 'allocation-add', 'allocations-off'],
    [400, 'NoAutoAllocationSpaceAvailableException', 'x', 'allocation-add', 'allocations-used-up'],
    [503, 'HttpException', 'Service Unavailable', 'list', 'panel-maintenance'],
    [400, 'DaemonConnectionException', 'It is a server that is suspended.', 'power', 'server-unavailable'],
    [418, '', '', 'power', 'panel-refused'],
    [599, '', '', 'power', 'panel-failed'],
  ])('%i %s %s on %s: %s', (status, code, detail, operation, expected) => {
    const error = refuse(status, body(code, detail), operation)
    expect(error).toMatchObject({ code: expected, status })
    expect(error.detail).toBe(detail === '' ? undefined : detail)
  })

  it.each<[number, string, string, ErrorCode]>([
    [502, 'text/html', '<html><title>502 Bad Gateway</title></html>', 'front-answered'],
    [503, 'text/html; charset=utf-8', '<!DOCTYPE html>', 'front-answered'],
    [504, 'text/html', '<html><title>504 Gateway Time-out</title></html>', 'front-answered'],
    [521, 'text/html', '<!doctype html><title>Web server is down</title>', 'front-answered'],
    [500, 'text/html', '<!doctype html><title>Server Error</title>', 'panel-failed'],
    [503, 'text/plain', 'no', 'panel-failed'],
    [503, 'application/json', '{}', 'panel-maintenance'],
  ])('%i as %s: %s is %s, and says nothing of the machine', (status, contentType, text, code) => {
    const error = errorOfRefusal({ status, contentType, text, location: null }, 'power', url)
    expect(error).toMatchObject({ code, status })
  })

  it.each<[string, string, Parameters<typeof errorOfRefusal>[1], ErrorCode]>([
    ['HttpException', 'Service Unavailable', 'command', 'panel-maintenance'],
    ['', 'The server is not running.', 'command', 'server-not-running'],
    ['DaemonConnectionException', 'An error. (code: 503)', 'power', 'machine-failed'],
  ])('503 in JSON, %s %s, to %s is %s', (code, detail, operation, expected) => {
    const answer = { status: 503, contentType: 'application/json', text: body(code, detail), location: null }
    expect(errorOfRefusal(answer, operation, url).code).toBe(expected)
  })

  it.each<[string, string | undefined]>([
    ['', undefined],
    ['{"errors":[]}', undefined],
    ['{"errors":[{"code":7,"detail":null}]}', undefined],
    ['{"message":"Nope"}', 'Nope'],
    ['{"error":{"message":"Nope"}}', 'Nope'],
    ['{"errors":[{"detail":"One."},{"detail":"Two."}]}', 'One. Two.'],
    ['{"errors":[{"detail":"\\u001b[31m\\u202eNope\\n!"}]}', '[31mNope !'],
    // The document shows no shape of an error body.
    ['{"errors":["One.","Two."]}', 'One. Two.'],
    ['{"errors":{"command":["Nope"]}}', 'Nope'],
    ['{"message":"Nope","errors":{"command":["More."]}}', 'Nope'],
    ['{"error":"conflict","error_description":"Nope"}', 'Nope'],
    ['{"success":false,"data":{"message":"Nope"}}', 'Nope'],
    ['{"message":""}', undefined],
    ['"Nope"', 'Nope'],
    ['Nope', 'Nope'],
    ['{"message":"cut', undefined],
    ['7', undefined],
  ])('reads the words of %j', (text, detail) => {
    expect(refuse(422, text).detail).toBe(detail)
  })

  it.each<[string | null, string, string | undefined]>([
    [null, 'Nope', 'Nope'],
    ['text/html; charset=utf-8', 'Nope', 'Nope'],
    ['text/html; charset=utf-8', '<p>Nope</p>', undefined],
    ['text/html; charset=utf-8', '{"error":"Nope"}', 'Nope'],
    ['text/plain', '<p>Nope</p>', undefined],
    ['application/octet-stream', '\u0000\u0001\ufffd\ufffd', undefined],
  ])('reads the words of an answer as %s: %j', (contentType, text, detail) => {
    expect(errorOfRefusal({ status: 422, contentType, text, location: null }, 'power', url).detail).toBe(detail)
  })

  it.each<[string, string, RegExp]>([
    ['ServerStateConflictException', '', /as the server is now/],
    ['ServerStateConflictException', 'Dieser Server ist gesperrt.', /as the server is now/],
    ['ServerStateConflictException', 'This server is currently suspended and …', /has suspended this server/],
    ['ServerStateConflictException', 'The node … is currently under maintenance …', /machine .* in maintenance/],
    [
      'ServerStateConflictException',
      'This server has not yet completed its installation',
      /installation is not complete/,
    ],
    ['ServerStateConflictException', 'This server is currently restoring from a backup', /being restored/],
    ['', 'The server is being transferred.', /being moved/],
    ['', 'The server is running already.', /as the server is now/],
    ['Conflict', '', /as the server is now/],
  ])('says of a 409 (%s %s) no more than it tells', (code, detail, words) => {
    const error = refuse(409, body(code, detail))
    expect(error).toMatchObject({ code: 'server-unavailable', message: expect.stringMatching(words) })
  })

  it.each([400, 409, 422, 500, 502, 504])(
    'names the precondition of a command that is refused without a reason (%i)',
    (status) => {
      expect(refuse(status, '{}', 'command').hint).toMatch(/running/)
      expect(refuse(status, '{}', 'power').hint).not.toMatch(/running/)
      expect(refuse(status, body('X', 'No such word.'), 'command').hint).not.toMatch(/running/)
    },
  )

  it('cuts long words', () => {
    expect(refuse(400, body('X', 'long '.repeat(10_000))).detail?.length).toBeLessThanOrEqual(300)
  })

  it.each([
    ['https://a:b@other.example/x?token=1#y', 'The panel pointed to https://other.example/x.'],
    ['/auth/login', 'The panel pointed to https://panel.example.com/auth/login.'],
    ['data:text/html,x', 'The panel pointed to data:.'],
    ['javascript:alert(1)', 'The panel pointed to javascript:.'],
    [null, 'The panel redirects to another address.'],
  ])('says where a redirect to %j points, without what is secret in it', (location, message) => {
    const error = errorOfRefusal({ status: 302, contentType: null, text: '', location }, 'list', url)
    expect(error).toMatchObject({ code: 'redirected', message: `${message} The token was not sent there.` })
  })
})

describe('errorOfThrown', () => {
  const coded = (code: string) => Object.assign(new Error('secret words'), { code })
  it.each<[string, ErrorCode]>([
    ['ENOTFOUND', 'host-not-found'],
    ['ECONNREFUSED', 'connection-refused'],
    ['ETIMEDOUT', 'timeout'],
    ['ECONNRESET', 'connection-cut'],
    ['UND_ERR_SOCKET', 'connection-cut'],
    ['HPE_INVALID_CONSTANT', 'malformed-answer'],
    ['CERT_HAS_EXPIRED', 'tls-failed'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls-failed'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls-failed'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls-failed'],
    ['EPROTO', 'tls-failed'],
    ['EWHATEVER', 'network-failed'],
  ])('%s is %s, at any depth', (code, expected) => {
    const nested = new TypeError('fetch failed', { cause: new Error('outer', { cause: coded(code) }) })
    expect(errorOfThrown(coded(code))).toEqual(appError(expected))
    expect(errorOfThrown(nested)).toEqual(appError(expected))
  })

  it('copes with anything thrown', () => {
    const circular = new Error('loop')
    circular.cause = circular
    for (const thrown of [undefined, null, 'words', 7, {}, circular, Object.assign(new Error('x'), { code: 7 })]) {
      expect(errorOfThrown(thrown)).toEqual(appError('network-failed'))
    }
  })
})

describe('conditionOf', () => {
  it.each<[string, ServerCondition]>([
    ['This server is currently suspended and the functionality requested is unavailable.', 'suspended'],
    ['The node of this server is currently under maintenance.', 'maintenance'],
    ['This server has not yet completed its installation process, please try again later.', 'installing'],
    ['This server is currently restoring from a backup, please try again later.', 'restoring'],
    ['This server is currently being transferred to a new machine, please try again later.', 'transferring'],
    ['This server is currently in an unsupported state, please try again later.', 'unavailable'],
    ['', 'unavailable'],
  ])('%s', (detail, condition) => {
    expect(conditionOf(refuse(409, body('ServerStateConflictException', detail)))).toBe(condition)
  })

  it.each<[string, ServerCondition | null, RegExp]>([
    // A panel in another language, and one text for two states: the list tells them apart.
    ['Dieser Server wird gewartet.', 'maintenance', /machine .* in maintenance/],
    ['Dieser Server wird gewartet.', null, /as the server is now/],
    ['It has not yet completed its installation process.', 'install-failed', /installation of this server failed/],
    ['This server is currently suspended.', 'install-failed', /has suspended/],
  ])('%s, known as %s, is told in its words', (detail, known, words) => {
    const error = clearer(refuse(409, body('ServerStateConflictException', detail)), known)
    expect(error).toMatchObject({ message: expect.stringMatching(words), detail })
  })

  it('is none of another error', () => {
    expect(conditionOf(appError('panel-failed', { detail: 'suspended' }))).toBeNull()
  })
})
