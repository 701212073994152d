import type { Json } from '../execution/execution.ts'
import type { Path } from './read-path.ts'
import type { Scope } from './scope.ts'

/** Result of resolving a path: a value, an error, or unknown until the next run. */
export type Resolved =
  | { kind: 'value'; value: Json }
  | { kind: 'broken'; reason: string }
  | { kind: 'unknown'; reason: string }

const NO_RUN = 'Available after the next run.'
const AT_RUN = 'Computed when the workflow runs.'

function quote(step: string | number): string {
  return typeof step === 'number' ? `[${step}]` : `“${step}”`
}

/** Follows own properties only, as the server does. */
function walk(start: Json, steps: Path['steps']): Resolved {
  let value: Json = start
  for (const step of steps) {
    const has =
      typeof value === 'object' &&
      value !== null &&
      (Array.isArray(value) ? typeof step === 'number' : true) &&
      Object.hasOwn(value, step)
    if (!has)
      return { kind: 'broken', reason: `There is no ${quote(step)} in the last run’s data.` }
    value = (value as Record<string | number, Json>)[step] as Json
  }
  return { kind: 'value', value }
}

function from(value: Json | undefined, steps: Path['steps']): Resolved {
  return value === undefined ? { kind: 'unknown', reason: NO_RUN } : walk(value, steps)
}

function fromNode(scope: Scope, steps: Path['steps']): Resolved {
  const [label, ...rest] = steps
  if (typeof label !== 'string')
    return { kind: 'broken', reason: 'Enter a node label: $node["Label"].' }
  if (!scope.upstream.includes(label)) {
    return { kind: 'broken', reason: `No node “${label}” comes before this one.` }
  }
  return from(Object.hasOwn(scope.results, label) ? scope.results[label] : undefined, rest)
}

function fromConstant(scope: Scope, steps: Path['steps']): Resolved {
  const [key, ...rest] = steps
  const constant = scope.constants.find((one) => one.key === key)
  if (!constant || rest.length > 0) {
    return { kind: 'broken', reason: `No constant ${quote(key ?? '')} in dev.` }
  }
  if (constant.secret) return { kind: 'unknown', reason: 'Secret, not shown here.' }
  return { kind: 'value', value: constant.value }
}

/** Value of a path in the data of the last run. */
export function resolvePath(scope: Scope, { root, steps }: Path): Resolved {
  switch (root) {
    case '$in':
      return from(scope.input, steps)
    case '$trigger':
      return from(scope.trigger, steps)
    case '$node':
      return fromNode(scope, steps)
    case '$const':
      return fromConstant(scope, steps)
    case '$run':
    case '$now':
      return { kind: 'unknown', reason: AT_RUN }
  }
}
