import type { Logger } from 'pino'

const LOOK_EVERY_MS = 15_000
/** What is younger may not have been handed over yet. */
export const LOST_AFTER_MS = 15_000

interface Look {
  what: string
  /** Is told what the look before missed, and answers what it missed itself: only what is missed again is lost. */
  look: (missedBefore: ReadonlySet<string>) => Promise<ReadonlySet<string>>
}

/** Looks again and again for what the durable engine should have and has lost. */
export function keepLooking(log: Pick<Logger, 'warn'>, { what, look }: Look): { stop(): void } {
  let missed: ReadonlySet<string> = new Set()
  const timer = setInterval(() => {
    look(missed)
      .then((now) => {
        missed = now
      })
      .catch((error) => log.warn({ err: error }, `${what} were not looked for`))
  }, LOOK_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
