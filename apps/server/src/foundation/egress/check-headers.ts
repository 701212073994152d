import { refuseCall } from './outbound-error.ts'

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/

/** Headers that only the client sets: they decide where a message ends or which host it is for. */
const OURS = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'accept-encoding',
])

/** Throws for headers that could change how a message is parsed or routed (R26). */
export function checkHeaders(headers: readonly (readonly [string, string])[]): void {
  for (const [name, value] of headers) {
    if (!NAME.test(name)) throw refuseCall('A header has a name that is not allowed.')
    if (OURS.has(name.toLowerCase())) throw refuseCall(`The header "${name}" cannot be set.`)
    if (!VALUE.test(value)) {
      throw refuseCall(`The header "${name}" has a character that is not allowed.`)
    }
  }
}
