import { Refusal } from '../http/errors/refusal.ts'
import { checkAddress, type PinnedAddress } from './check-address.ts'
import { OutboundError, refuseCall } from './outbound-error.ts'

// URL parsers drop some of these silently, so that what is checked would not be what was written.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/

/** Reads an address that somebody else wrote; only plain HTTP addresses pass (R23, R26). */
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

/** Checks a host and port, and says where exactly to connect. */
export async function pinTarget(
  target: { host: string; port: number },
  allowed: ReadonlySet<string>,
): Promise<PinnedAddress> {
  try {
    return await checkAddress(target, allowed)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new OutboundError(error.message, { retry: error.message.includes('found') })
  }
}
