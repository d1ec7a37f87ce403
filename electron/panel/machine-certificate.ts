import type { AppError } from '../../shared/error-schema.ts'

const hint =
  'Tell your host. If the machine is yours, give it a certificate that this computer trusts, or the one that you trusted for the panel.'

/**
 * The error of a server's machine whose certificate is not believed: it is not the panel's, which a person can trust.
 * @param what what follows: `nothing was downloaded`
 */
export const ofMachineCertificate = (error: AppError, what: string): AppError => ({
  ...error,
  message: `The certificate of the server’s machine couldn’t be verified, so ${what}.`,
  hint,
})
