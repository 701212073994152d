import { badParameter } from '../../node/node-failure.ts'

interface Answer {
  code: number
  headers: readonly (readonly [name: string, value: string])[]
  /** The node's setting. */
  isAllowed: boolean
}

const HOW = 'Set "Allow redirects" of this node to "Yes" to allow redirects to other addresses.'

/**
 * Responses come from the console's own address, so redirects to other addresses need the author's explicit
 * permission.
 */
export function rejectRedirect({ code, headers, isAllowed }: Answer): void {
  if (isAllowed) return
  if (code >= 300 && code < 400) throw badParameter(`Status ${code} is a redirect. ${HOW}`)
  if (headers.some(([name]) => name.toLowerCase() === 'location')) {
    throw badParameter(`The header "Location" is a redirect. ${HOW}`)
  }
}
