import type { Visitor } from '../client-options.ts'

export interface VisitorOptions {
  /**
   * How many proxies in front of the app append to X-Forwarded-For. Entries further left can be written by anyone, so
   * with too high a number visitors choose their own address.
   */
  proxies: number
  /** An API key that may name visitors' addresses. */
  serverKey: string
}

/** An address without the port that some proxies add; IPv6 then has brackets. */
const withoutPort = (text: string): string =>
  text.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

/**
 * The visitor of a request, from its headers: `await headers()` or `request.headers`. Undefined without a proxy, or if
 * the request did not pass all of them.
 */
export function visitorOf(
  headers: Pick<Headers, 'get'>,
  { proxies, serverKey }: VisitorOptions,
): Visitor | undefined {
  const entries = headers.get('x-forwarded-for')?.split(',') ?? []
  const entry = proxies > 0 ? entries.at(-proxies)?.trim() : undefined
  return entry ? { address: withoutPort(entry), serverKey } : undefined
}
