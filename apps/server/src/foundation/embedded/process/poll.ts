import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again every few milliseconds until the answer is yes; false when time ran out. */
export async function poll(
  ask: () => boolean | Promise<boolean>,
  { limitMs, everyMs = 25 }: { limitMs: number; everyMs?: number },
): Promise<boolean> {
  const end = performance.now() + limitMs
  while (!(await ask())) {
    if (performance.now() >= end) return false
    await sleep(everyMs)
  }
  return true
}
