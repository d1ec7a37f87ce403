import { escaped } from '../../lib/escaped.ts'
import type { Reply } from '../http/reply.ts'

/** Markup that is safe to send: made only by `html`, which escapes every string put into it. */
export type Html = { readonly markup: string }

type Part = Html | string | number | false | null | undefined | readonly Part[]

/** Builds markup. Strings are escaped, nested markup and lists of it are kept, empty values are left out. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, index) => text + render(parts[index])).join('') }
}

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(render).join('')
}

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-store',
  // Not `no-referrer`: that would make browsers send `Origin: null` with the panel's own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

function page(title: string, body: Html, status: number): Reply {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
<script src="/page.js" type="module"></script>
</head>
<body>${body}</body>
</html>
`
  return { status, headers, body: markup }
}

const mark = html`<svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="var(--accent)" stroke-width="1.6" stroke-linejoin="round" aria-hidden="true"><rect x="2" y="3" width="14" height="5" rx="1.5"/><rect x="2" y="10" width="14" height="5" rx="1.5"/><path d="M5 5.5h0M5 12.5h0" stroke-linecap="round" stroke-width="2"/></svg>`

/** A page below the panel's header. */
export function framed(title: string, content: Html, status = 200): Reply {
  const body = html`<header class="top">${mark}Demo panel<small>Runs on this computer, inside Servertray</small></header>
<main>${content}</main>`
  return page(`${title} · Demo panel`, body, status)
}

/** A page that is one small window, without the header. */
export function bare(title: string, content: Html, status = 200): Reply {
  return page(title, html`<div class="bare"><main>${content}</main></div>`, status)
}

/** Says what happened and the next step. */
export function notice(title: string, text: string, status: number): Reply {
  return bare(title, html`<div class="dialog"><h1>${title}</h1><p>${text}</p></div>`, status)
}

/** Sends the browser on, with a GET. */
export function redirect(to: string, more: Readonly<Record<string, string>> = {}): Reply {
  return { status: 303, headers: { ...headers, location: to, ...more }, body: null }
}
