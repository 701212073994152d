import type { Plan } from './plan-run.ts'

/** A step, identified by its node and the item index in each enclosing loop, outermost first. */
export interface StepPosition {
  nodeId: string
  items: readonly number[]
}

function reachedFrom(plan: Plan, ids: readonly string[]): Set<string> {
  const seen = new Set(ids)
  const queue = [...ids]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const { target } of plan.nodes.get(id)?.outgoing ?? []) {
      if (seen.has(target)) continue
      seen.add(target)
      queue.push(target)
    }
  }
  return seen
}

/**
 * Returns whether a replay from one step reuses the record of another: all steps except that one and its
 * successors. In a loop, other items are reused, but not the steps after the loop.
 */
export function reusesRecord(plan: Plan, from: StepPosition): (step: StepPosition) => boolean {
  const region = plan.nodes.get(from.nodeId)?.region ?? []
  const again = [{ nodes: reachedFrom(plan, [from.nodeId]), items: from.items }]
  for (const [depth, loop] of region.entries()) {
    const after = (plan.nodes.get(loop)?.outgoing ?? [])
      .filter(({ output }) => output === 'done')
      .map(({ target }) => target)
    again.push({ nodes: reachedFrom(plan, after), items: from.items.slice(0, depth) })
  }
  return (step) =>
    !again.some(
      ({ nodes, items }) =>
        nodes.has(step.nodeId) && items.every((item, depth) => step.items[depth] === item),
    )
}
