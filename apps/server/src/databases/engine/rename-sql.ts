import { newName } from '@plinth/schema'

/** Something that gets another name. */
export interface Renaming {
  from: string
  to: string
}

/**
 * Renames in an order that never meets a taken name: whatever would is moved out of the way first, so
 * that two may swap their names and a name may change its case alone.
 */
export function orderRenames(
  renamings: readonly Renaming[],
  waitingName: (name: string) => string,
): Renaming[] {
  const taken = new Set(renamings.map(({ from }) => from.toLowerCase()))
  const inTheWay = renamings.filter(({ to }) => taken.has(to.toLowerCase()))
  const away = new Map(inTheWay.map(({ from }) => [from, waitingName(from)]))
  // Whoever keeps a wanted name until the end of the first round has to leave it too.
  for (const { from } of renamings) {
    const isWanted = renamings.some(({ to }) => to.toLowerCase() === from.toLowerCase())
    if (isWanted && !away.has(from)) away.set(from, waitingName(from))
  }
  return [
    ...[...away].map(([from, to]) => ({ from, to })),
    ...renamings.map(({ from, to }) => ({ from: away.get(from) ?? from, to })),
  ]
}

/** Where something waits that is in the way of another. */
export const waitingName = (name: string) => newName(`away:${name}`)
