import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 1_500
const MAX_MS = 5_000

/** Codes of answers that say that there is no such record. Every other failure says nothing about it. */
const MISSING = new Set(['ENOTFOUND', 'ENODATA'])

/** The TXT records of a name; undefined if no DNS server gave an answer within five seconds. */
export async function lookUpTxt(
  name: string,
  servers: readonly string[],
): Promise<readonly string[] | undefined> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const timer = setTimeout(() => resolver.cancel(), MAX_MS)
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    return MISSING.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
  } finally {
    clearTimeout(timer)
  }
}
