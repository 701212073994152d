import type { NodeRun } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'
import { numberOf, textEntries } from '../../node/read-parameters.ts'
import { rejectRedirect } from './reject-redirect.ts'

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/
/**
 * Responses come from our own address. Only headers about the response itself are allowed: none that control
 * framing, browser policy for the whole origin, or a proxy in front (R26, R31).
 */
const ALLOWED =
  /^(cache-control|content-language|etag|expires|last-modified|link|location|retry-after|vary|x-(?!accel-|content-|frame-|sendfile|xss-).+)$/i

/** Response to the caller of a run; the first respond node wins. */
export const runRespond: NodeRun = ({ parameters }) => {
  const code = numberOf(parameters, 'status', { min: 200, max: 599, otherwise: 200 })
  if (!Number.isInteger(code)) throw badParameter('"status" must be a whole number.')
  const headers = textEntries(parameters, 'headers')
  for (const [name, value] of headers) {
    if (!NAME.test(name)) throw badParameter(`"${name}" cannot be the name of a header.`)
    if (!ALLOWED.test(name)) throw badParameter(`The header "${name}" cannot be set by a workflow.`)
    if (CONTROL.test(value)) {
      throw badParameter(`The header "${name}" has a character that is not allowed.`)
    }
  }
  rejectRedirect({ code, headers, isAllowed: parameters.redirects === 'yes' })
  return {
    status: 'respond',
    value: parameters.value ?? null,
    code,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  }
}
