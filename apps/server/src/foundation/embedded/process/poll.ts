import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the condition is true; false if the time limit is reached. */
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
