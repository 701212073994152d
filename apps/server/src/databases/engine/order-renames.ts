import { newName } from '@plinth/schema'

export interface Rename {
  from: string
  to: string
}

/**
 * Orders renames so that none hits a name in use: conflicting names move to a temporary one first. Two names
 * can be swapped, and a name can change its case alone.
 */
export function orderRenames(
  renamings: readonly Rename[],
  waitingName: (name: string) => string,
): Rename[] {
  const taken = new Set(renamings.map(({ from }) => from.toLowerCase()))
  const inTheWay = renamings.filter(({ to }) => taken.has(to.toLowerCase()))
  const away = new Map(inTheWay.map(({ from }) => [from, waitingName(from)]))
  // A name that is wanted but only freed in the second round has to move as well.
  for (const { from } of renamings) {
    const isWanted = renamings.some(({ to }) => to.toLowerCase() === from.toLowerCase())
    if (isWanted && !away.has(from)) away.set(from, waitingName(from))
  }
  return [
    ...[...away].map(([from, to]) => ({ from, to })),
    ...renamings.map(({ from, to }) => ({ from: away.get(from) ?? from, to })),
  ]
}

/** The temporary name of something that blocks another rename. */
export const temporaryName = (name: string) => newName(`away:${name}`)
