/** Deterministic random generator. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  chance(part: number): boolean
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}

export function randomFrom(seed: number): Random {
  let state = (seed + 0x6d2b79f5) | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (part) => next() < part,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    shuffle: (items) => {
      const rest = [...items]
      return items.map(() => rest.splice(below(rest.length), 1)[0] as (typeof items)[number])
    },
  }
}
