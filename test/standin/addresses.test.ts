import { describe, expect, it } from 'vitest'
import { createAddresses } from './addresses.ts'

const addresses = createAddresses(() => new Set(['app']))

describe('addresses inside Chromium', () => {
  it.each([
    ['app://servertray/index.html?a=1#b', 'https://servertray.app.invalid/index.html?a=1#b'],
    ['app://servertray', 'https://servertray.app.invalid'],
    ['app://servertray/..%2f..%5c%00', 'https://servertray.app.invalid/..%2f..%5c%00'],
  ])('translates %s both ways', (app, chromium) => {
    expect(addresses.toChromium(app)).toBe(chromium)
    expect(addresses.toApp(chromium)).toBe(app)
    expect(addresses.schemeOf(chromium)).toBe('app')
  })

  it.each([
    'https://panel.example/app://servertray/',
    'https://servertray.app.invalid.example/',
    'https://servertray.app.invalid@example.com/',
    'https://servertray.app.invalid:8443/',
    'other://servertray/',
    'about:blank',
  ])('leaves %s alone', (address) => {
    expect(addresses.toChromium(address)).toBe(address)
    expect(addresses.toApp(address)).toBe(address)
    expect(addresses.schemeOf(address)).toBeUndefined()
  })

  it.each([
    [
      "default-src 'self' app: data:; img-src app://servertray;",
      "default-src 'self' https://*.app.invalid data:; img-src https://servertray.app.invalid;",
    ],
    ['app://servertray/other.html', 'https://servertray.app.invalid/other.html'],
    ['text/html; charset=utf-8', 'text/html; charset=utf-8'],
  ])('translates the header %s', (value, expected) => {
    expect(addresses.headerToChromium(value)).toBe(expected)
  })
})
