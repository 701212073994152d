/** Fixed-length hash for object names; collisions within a project are practically impossible. */
export function shortHash(text: string): string {
  return mix(text, 0x9e3779b9) + mix(text, 0x7f4a7c15)
}

function mix(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  const value = 4294967296 * (2097151 & low) + (high >>> 0)
  return value.toString(36).padStart(11, '0')
}
