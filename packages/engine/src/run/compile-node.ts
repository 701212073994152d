import type { NodeProperty } from '@plinth/contract'
import type { GraphNode } from '../graph/graph.ts'
import type { Json } from '../node/json.ts'
import { definitionOf } from '../nodes/all-definitions.ts'
import { type Compiled, compileJson, compileValue } from '../template/compile-parameter.ts'
import { compileApprovers } from './compile-approvers.ts'

const cache = new WeakMap<GraphNode, ReadonlyMap<string, Compiled>>()

function compile({ ui }: NodeProperty, value: Json): Compiled {
  if (ui.component !== 'code-editor') return compileValue(value)
  if (ui.language === 'json') return compileJson(value)
  return ui.language === 'text' ? compileValue(value) : { kind: 'value', value }
}

const isApprovers = (kind: string, name: string) =>
  kind === 'approval' && (name === 'approvers' || name === 'escalate_to')

/** Compiles the expressions of a node's parameters; cached per version of a workflow. */
export function compileNode(node: GraphNode): ReadonlyMap<string, Compiled> {
  const before = cache.get(node)
  if (before) return before
  const schemas = Object.values(definitionOf(node.kind)?.input_schemas ?? {})
  const compiled = new Map<string, Compiled>()
  for (const [name, property] of schemas.flatMap((group) => Object.entries(group))) {
    if (property.ui.component === 'credential-selector') continue
    const own = Object.hasOwn(node.parameters, name) ? node.parameters[name] : undefined
    const value = own ?? (property.default as Json | undefined) ?? ''
    const isList = isApprovers(node.kind, name)
    compiled.set(name, isList ? compileApprovers(value) : compile(property, value))
  }
  cache.set(node, compiled)
  return compiled
}
