/** The scheme and origin of the app's own pages. */
export const appScheme = 'app'
export const appOrigin = 'app://servertray'

/** True for an address of the app's own pages. */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && `${url.protocol}//${url.host}` === appOrigin
}
