import { describe, expect, it } from 'vitest'
import {
  type Answered,
  isWebPage,
  type Proof,
  proofOfAnswer,
  proofOfSilence,
  provenBy,
} from '../../../../electron/panel/proof.ts'
import { catalogue } from '../../../../shared/error-catalogue.ts'
import { appError, type ErrorCode } from '../../../../shared/errors.ts'

const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'
const answer = (status: number, contentType: string | null = null, text = ''): Answered => ({
  status,
  contentType,
  text,
})
const cut = (...of: Parameters<typeof answer>): Answered => ({ ...answer(...of), failure: appError('connection-cut') })

describe('what an answer proves of an action', () => {
  it.each<[string, Answered, ErrorCode | null, Proof]>([
    ['204', answer(204), null, 'acted'],
    ['202', answer(202), null, 'acted'],
    ['200 without a type', answer(200), null, 'acted'],
    ['200 as JSON', answer(200, json), null, 'acted'],
    ['200 as plain text', answer(200, 'text/plain'), null, 'acted'],
    ['200 as a page', answer(200, html, '<!doctype html>'), null, 'not-known'],
    ['200 as XHTML', answer(200, 'application/xhtml+xml', '<?xml version="1.0"?>'), null, 'not-known'],
    // Many servers call everything HTML that is given no other type: PHP, Flask, Express.
    ['200 with nothing, called a page', answer(200, html), null, 'acted'],
    ['202 with a word, called a page', answer(202, html, 'OK'), null, 'acted'],
    ['200 with JSON, called a page', answer(200, html, '{"message":"<b>done</b>"}'), null, 'acted'],
    ['204, called a page', answer(204, html), null, 'acted'],
    ['200 as a page that claims to be JSON', answer(200, json, '\n<!doctype html>'), null, 'not-known'],
    ['200 as JSON that breaks off', cut(200, json, '{"attri'), null, 'acted'],
    ['200 as JSON that breaks off at once', cut(200, json), null, 'acted'],
    ['200 as a page that breaks off', cut(200, json, '<html'), null, 'not-known'],
    ['200 with JSON that breaks off, called a page', cut(200, html, '{"attri'), null, 'acted'],
    ['200 that breaks off before it is known whether it is a page', cut(200, html, 'Just a mom'), null, 'not-known'],
    ['a redirect to a login', answer(302, html), 'redirected', 'not-acted'],
    ['a moved panel', answer(308), 'redirected', 'not-acted'],
    ['303, which points to a result', answer(303), 'redirected', 'not-known'],
    ...[400, 401, 403, 404, 408, 409, 412, 418, 419, 422, 429].flatMap((status) => [
      [`${status} as JSON`, answer(status, json), 'panel-refused', 'not-acted'] as [string, Answered, ErrorCode, Proof],
      [`${status} as a page`, answer(status, html), 'not-json', 'not-acted'] as [string, Answered, ErrorCode, Proof],
    ]),
    ['500 of the panel', answer(500, json), 'panel-failed', 'not-known'],
    ['502 of a proxy', answer(502, html), 'panel-failed', 'not-known'],
    ['502: the server is offline', answer(502, json), 'server-not-running', 'not-acted'],
    ['503 of the panel: maintenance', answer(503, json), 'panel-failed', 'not-acted'],
    ['503 of a proxy', answer(503, html), 'panel-failed', 'not-known'],
    ['503 without a word', answer(503), 'panel-failed', 'not-known'],
    ['504: the machine did not answer in time', answer(504, json), 'node-unreachable', 'not-known'],
    ['520 of a proxy', answer(520, html), 'panel-failed', 'not-known'],
    ['522 of a proxy', answer(522, html), 'panel-failed', 'not-known'],
    ['524: a proxy waited too long', answer(524, html), 'panel-failed', 'not-known'],
    ...[501, 505, 511, 521, 523, 525, 526].map(
      (status) =>
        [`${status}`, answer(status, html), 'panel-failed', 'not-acted'] as [string, Answered, ErrorCode, Proof],
    ),
  ])('%s', (_, answered, code, proof) => {
    expect(proofOfAnswer('POST', answered, code)).toBe(proof)
    expect(proofOfAnswer('GET', answered, code)).toBe('not-acted')
  })

  it.each<[ErrorCode, Proof]>([
    ['host-not-found', 'not-acted'],
    ['connection-refused', 'not-acted'],
    ['tls-failed', 'not-acted'],
    ['certificate-refused', 'not-acted'],
    ['proxy-failed', 'not-acted'],
    ['timeout', 'not-known'],
    ['connection-cut', 'not-known'],
    ['network-failed', 'not-known'],
    ['malformed-answer', 'not-known'],
    ['cancelled', 'not-known'],
  ])('no answer: %s', (code, proof) => {
    expect(proofOfSilence('POST', code)).toBe(proof)
    expect(proofOfSilence('GET', code)).toBe('not-acted')
  })
})

describe('the words of an error', () => {
  const codes = Object.keys(catalogue) as ErrorCode[]

  it.each(codes)('%s never invites a second try where the panel may have acted', (code) => {
    const { hint, mayHaveActed } = provenBy(appError(code), 'not-known')
    expect(mayHaveActed).toBe(true)
    expect(hint).toContain('not known whether the panel acted')
    expect(hint).not.toMatch(/try again|in a minute/i)
  })

  it.each(codes)('%s of a read says nothing of acting', (code) => {
    const error = provenBy(appError(code), 'not-acted')
    expect(error).toEqual(appError(code))
    expect(`${error.message} ${error.hint}`).not.toContain('whether the panel acted')
  })
})

it.each<[string | null, string, boolean]>([
  ['text/html', '', false],
  ['text/html', ' Forbidden ', false],
  ['text/html', '{"error":"No <b>."}', false],
  ['text/html', '["<b>"]', false],
  ['text/html', '"<b>"', false],
  ['TEXT/HTML;charset=x', '\ufeff\n<!DOCTYPE html>', true],
  ['text/html', 'Please <a href="/login">log in</a>', true],
  ['text/html', 'Just a moment…<script>', true],
  ['application/xhtml+xml', '<?xml version="1.0"?>', true],
  ['text/html', 'a < b', false],
  ['application/json', '{}', false],
  [null, '  <html>', true],
  [null, '', false],
  ['text/plain', 'html', false],
])('a page: %s %j', (contentType, text, isPage) => {
  expect(isWebPage({ contentType, text })).toBe(isPage)
})
