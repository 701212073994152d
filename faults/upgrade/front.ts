import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '../stack/stack.ts'

const CHECK_MS = 100
const TIMEOUT_MS = 5_000

/** A busy machine may take its time to answer; only a refusal counts. */
async function isServing(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(`${address}/health/ready`, { signal })
    await answer.text()
    return answer.ok
  } catch (error) {
    return (error as Error).name === 'TimeoutError'
  }
}

/** Chooses a process for each request as a balancer does: in turn, those that say that they are ready. */
export class Front {
  readonly #processes = new Map<Stack, { isReady: boolean }>()
  #next = 0

  add(stack: Stack): void {
    const state = { isReady: true }
    this.#processes.set(stack, state)
    void this.#follow(stack, state)
  }

  /** Stops a process like an operator; the front notices by its readiness. */
  async stop(stack: Stack): Promise<void> {
    await stack.stop()
    this.#processes.delete(stack)
  }

  address(): string {
    const all = [...this.#processes]
    const ready = all.filter(([, { isReady }]) => isReady)
    const from = ready.length > 0 ? ready : all
    this.#next += 1
    const [stack] = from[this.#next % Math.max(from.length, 1)] ?? []
    if (!stack) throw new Error('there is no process')
    return stack.address
  }

  close(): void {
    this.#processes.clear()
  }

  async #follow(stack: Stack, state: { isReady: boolean }): Promise<void> {
    while (this.#processes.has(stack)) {
      state.isReady = await isServing(stack.address)
      await sleep(CHECK_MS)
    }
  }
}
