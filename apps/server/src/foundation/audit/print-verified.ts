import type { VerifiedChain } from './verify-audit.ts'

function nameOf({ chain }: VerifiedChain): string {
  return chain === '' ? 'outside projects' : chain
}

function archivePart({ archived, areArchivesVerified }: VerifiedChain): string {
  if (archived === 0) return ''
  return `, entries 1 to ${archived} archived${areArchivesVerified ? ' and verified' : ', not verified'}`
}

/** Formats the result for one chain: the last valid entry, or the first invalid one. */
export function printVerified(found: VerifiedChain): string {
  const { verified, unsealed, broken, lastId, lastHash } = found
  if (broken) {
    const entry = broken.id === undefined ? '' : ` (id ${broken.id})`
    return `${nameOf(found)}: BROKEN at entry ${broken.number}${entry}: ${broken.reason}`
  }
  const rest = `${archivePart(found)}${unsealed === 0 ? '' : `, ${unsealed} not sealed yet`}`
  if (verified === 0) return `${nameOf(found)}: nothing sealed yet${rest}`
  const id = lastId === undefined ? '' : `id ${lastId}, `
  return `${nameOf(found)}: sealed up to entry ${verified} (${id}${lastHash})${rest}`
}
