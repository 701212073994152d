import { ApiError } from '../http/errors/api-error.ts'
import { checkAddress, type PinnedAddress } from './check-address.ts'
import { OutboundError, refuseCall } from './outbound-error.ts'

// URL parsers drop some of these silently, so that the checked address would differ from the written one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/

/** Parses an address that comes from a user; only plain HTTP(S) addresses are accepted (R23, R26). */
export function parseTarget(text: string): URL {
  if (CONTROL.test(text)) throw refuseCall('The address has a character that is not allowed.')
  if (!URL.canParse(text)) throw refuseCall('This is not an address: it must begin with https://.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuseCall('Only addresses that begin with https:// or http:// can be called.')
  }
  if (url.username !== '' || url.password !== '') {
    throw refuseCall('An address cannot carry a name or a password; use a credential.')
  }
  return url
}

/** Checks a host and port and returns the address to connect to. */
export async function pinTarget(
  target: { host: string; port: number },
  allowed: ReadonlySet<string>,
): Promise<PinnedAddress> {
  try {
    return await checkAddress(target, allowed)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new OutboundError(error.message, { retry: error.message.includes('found') })
  }
}
