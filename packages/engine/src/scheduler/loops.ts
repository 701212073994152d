import type { Json } from '../node/json.ts'
import type { Outcome } from '../node/outcome.ts'
import type { Frame } from './frame.ts'
import type { Step } from './step.ts'

interface OpenLoop {
  step: Step
  items: Json[]
  atOnce: number
  forgiving: boolean
  started: number
  running: number
  results: Json[]
}

/** Progress of all running loops. */
export class Loops {
  readonly #open = new Map<Step, OpenLoop>()
  readonly #byFrame = new Map<Frame, OpenLoop>()

  open(step: Step, { items, atOnce, onFailure }: Extract<Outcome, { status: 'items' }>): void {
    this.#open.set(step, {
      step,
      items,
      atOnce: Math.max(1, atOnce),
      forgiving: onFailure === 'continue',
      started: 0,
      running: 0,
      results: items.map(() => null),
    })
  }

  /** Yields the items that can start now, up to the loop's concurrency. */
  *take(step: Step): Generator<{ index: number; item: Json }> {
    const loop = this.#open.get(step)
    while (loop && loop.running < loop.atOnce && loop.started < loop.items.length) {
      const index = loop.started
      loop.started += 1
      loop.running += 1
      yield { index, item: loop.items[index] ?? null }
    }
  }

  enter(step: Step, frame: Frame): void {
    const loop = this.#open.get(step)
    if (loop) this.#byFrame.set(frame, loop)
  }

  /** Stores an item's result and returns the loop's step, so that more items can start. */
  leave(frame: Frame, value: Json): Step | undefined {
    const loop = this.#byFrame.get(frame)
    if (!loop) return undefined
    this.#byFrame.delete(frame)
    loop.running -= 1
    loop.results[frame.items.at(-1) ?? 0] = value
    return loop.step
  }

  /** Results of a finished loop; returns them once. */
  closed(step: Step): Json[] | undefined {
    const loop = this.#open.get(step)
    if (!loop || loop.running > 0 || loop.started < loop.items.length) return undefined
    this.#open.delete(step)
    return loop.results
  }

  /** The innermost enclosing item whose loop continues after failures. */
  forgiving(frame: Frame): Frame | undefined {
    for (let at: Frame | undefined = frame; at; at = at.parent) {
      if (this.#byFrame.get(at)?.forgiving) return at
    }
    return undefined
  }
}
