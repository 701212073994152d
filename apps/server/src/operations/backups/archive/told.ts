/** Tells whoever waits how far it is; telling too often is left out. */
export type Told = (word: { message: string; progress: number }) => Promise<void>

const EVERY_MS = 500

/** Passes on no more than a word in half a second. */
export function seldom(tell: Told): Told {
  let last = 0
  return async (word) => {
    if (Date.now() - last < EVERY_MS) return
    last = Date.now()
    await tell(word)
  }
}
