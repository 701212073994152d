import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the condition is true; returns false on timeout. */
export async function eventually(
  ask: () => boolean | Promise<boolean>,
  { limitMs, everyMs = 20 }: { limitMs: number; everyMs?: number },
): Promise<boolean> {
  const end = performance.now() + limitMs
  while (!(await ask())) {
    if (performance.now() >= end) return false
    await sleep(everyMs)
  }
  return true
}
