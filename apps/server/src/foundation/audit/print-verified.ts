import type { VerifiedChain } from './verify-audit.ts'

function nameOf({ chain }: VerifiedChain): string {
  return chain === '' ? 'outside projects' : chain
}

/** One line per chain: up to where it holds, or the first entry that does not. */
export function printVerified(found: VerifiedChain): string {
  const { verified, unsealed, broken, lastId, lastHash } = found
  if (broken) {
    const entry = broken.id === undefined ? '' : ` (id ${broken.id})`
    return `${nameOf(found)}: BROKEN at entry ${broken.number}${entry}: ${broken.reason}`
  }
  const rest = unsealed === 0 ? '' : `, ${unsealed} not sealed yet`
  if (lastId === undefined) return `${nameOf(found)}: nothing sealed yet${rest}`
  return `${nameOf(found)}: sealed up to entry ${verified} (id ${lastId}, ${lastHash})${rest}`
}
