import type { Plan, Step, StepClass } from './plan.ts'

/** What a plan comes down to. */
export interface Verdict {
  class: StepClass
  /** The steps that have to be confirmed. */
  lossy: Step[]
  blocking: Step[]
  isEmpty: boolean
}

const ORDER: StepClass[] = ['safe', 'slow', 'lossy', 'blocking']

/** The worst of a plan's steps, and what has to be confirmed or is in the way. */
export function assessPlan({ steps }: Pick<Plan, 'steps'>): Verdict {
  const worst = Math.max(0, ...steps.map((step) => ORDER.indexOf(step.class)))
  return {
    class: ORDER[worst] ?? 'safe',
    lossy: steps.filter((step) => step.class === 'lossy'),
    blocking: steps.filter((step) => step.class === 'blocking'),
    isEmpty: steps.length === 0,
  }
}
