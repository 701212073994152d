import type { VerifiedChain } from './verify-audit.ts'

function nameOf({ chain }: VerifiedChain): string {
  return chain === '' ? 'outside projects' : chain
}

/** Formats the result for one chain: the last valid entry, or the first invalid one. */
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
