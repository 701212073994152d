import { chosenStrings } from './strings.ts'

export interface ActOutcome {
  done: number
  /** The messages of the refused ones. */
  refused: string[]
  /** Left out because the user stopped. */
  left: number
}

/** Acts on one item after the other, so that one user does not fill the queues of a project. */
export async function actOnEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<ActOutcome> {
  const outcome: ActOutcome = { done: 0, refused: [], left: 0 }
  for (const [index, item] of items.entries()) {
    if (signal.aborted) return { ...outcome, left: items.length - index }
    try {
      await work(item)
      outcome.done += 1
    } catch (error) {
      outcome.refused.push(error instanceof Error ? error.message : String(error))
    }
    onProgress(index + 1)
  }
  return outcome
}

/** What happened, in words, with the first reason of a refusal. */
export function printOutcome(
  printDone: (count: number) => string,
  { done, refused, left }: ActOutcome,
) {
  const title = [
    ...(done > 0 || refused.length + left === 0 ? [printDone(done)] : []),
    ...(refused.length > 0 ? [chosenStrings.refused(refused.length)] : []),
    ...(left > 0 ? [chosenStrings.notTried(left)] : []),
  ].join(', ')
  const [description] = refused
  return {
    title,
    ...(description === undefined ? {} : { description, variant: 'destructive' as const }),
  }
}
