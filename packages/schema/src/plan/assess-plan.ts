import type { Plan, Step, StepClass } from './plan.ts'

/** Summary of a plan. */
export interface Verdict {
  class: StepClass
  /** Steps that must be confirmed. */
  lossy: Step[]
  blocking: Step[]
  isEmpty: boolean
}

const ORDER: StepClass[] = ['safe', 'slow', 'lossy', 'blocking']

/** The most severe class of a plan's steps, with the steps to confirm and the blocking ones. */
export function assessPlan({ steps }: Pick<Plan, 'steps'>): Verdict {
  const worst = Math.max(0, ...steps.map((step) => ORDER.indexOf(step.class)))
  return {
    class: ORDER[worst] ?? 'safe',
    lossy: steps.filter((step) => step.class === 'lossy'),
    blocking: steps.filter((step) => step.class === 'blocking'),
    isEmpty: steps.length === 0,
  }
}
