import { WorkflowSettings } from '@plinth/contract'
import type { Graph, GraphNode } from '../graph/graph.ts'
import type { Json } from '../node/json.ts'
import type { Outcome } from '../node/outcome.ts'
import { definitionOf } from '../nodes/all-definitions.ts'
import { planRun } from '../scheduler/plan-run.ts'
import { Scheduler } from '../scheduler/scheduler.ts'

/** A test node whose label is its id. */
export function node(id: string, kind = 'set', more: Partial<GraphNode> = {}): GraphNode {
  return { id, kind, label: id, active: true, parameters: {}, credentials: {}, ...more }
}

/** Builds a graph from wires such as `'a.true -> b'`; unnamed handles default to the first handle. */
export function graph(nodes: GraphNode[], ...wires: string[]): Graph {
  const kinds = new Map(nodes.map(({ id, kind }) => [id, definitionOf(kind)?.connection_config]))
  return {
    nodes,
    wires: wires.map((text) => {
      const [[source = '', output], [target = '', input]] = text
        .split(' -> ')
        .map((end) => end.split('.')) as [string[], string[]]
      return {
        source,
        output: output ?? kinds.get(source)?.outputs.types[0] ?? 'output',
        target,
        input: input ?? kinds.get(target)?.inputs.types[0] ?? 'input',
      }
    }),
  }
}

export function schedulerOf(
  of: Graph,
  options: { starts: string[]; settings?: object; payload?: Json },
): Scheduler {
  const settings = WorkflowSettings.parse(options.settings ?? {})
  return new Scheduler(planRun(of, options.starts).plan, settings, options.payload)
}

/** Executes all steps in order and returns their keys. */
export function runToEnd(
  scheduler: Scheduler,
  outcomeOf: (step: ReturnType<Scheduler['next']>[number]) => Outcome,
): string[] {
  const taken: string[] = []
  const pending = scheduler.next()
  for (let step = pending.shift(); step; step = pending.shift()) {
    taken.push(step.key)
    scheduler.finish(step, outcomeOf(step))
    pending.push(...scheduler.next())
  }
  return taken
}
