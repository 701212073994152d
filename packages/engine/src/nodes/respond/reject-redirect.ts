import { badParameter } from '../../node/node-failure.ts'

interface Answer {
  code: number
  headers: readonly (readonly [name: string, value: string])[]
  /** What the node's own setting says. */
  isAllowed: boolean
}

const HOW = 'Set "Allow redirects" of this node to "Yes" if callers are meant to be sent elsewhere.'

/** An answer stands at the console's own address, so it sends callers to another one only where its author says so. */
export function rejectRedirect({ code, headers, isAllowed }: Answer): void {
  if (isAllowed) return
  if (code >= 300 && code < 400) throw badParameter(`Status ${code} is a redirect. ${HOW}`)
  if (headers.some(([name]) => name.toLowerCase() === 'location')) {
    throw badParameter(`The header "Location" is a redirect. ${HOW}`)
  }
}
