import type { JsonObject } from '../node/json.ts'

/**
 * What a node does outside of its run. `pure`: nothing, it computes from its input · `own-database`: reads or changes
 * rows of its project · `effect`: anything else.
 */
export type NodeEffect = 'pure' | 'own-database' | 'effect'

/** Declared for every kind; `by-source` means `own-database` on the project's own tables and `effect` elsewhere. */
export const NODE_EFFECTS: ReadonlyMap<string, NodeEffect | 'by-source'> = new Map([
  ['trigger-manual', 'pure'],
  ['trigger-row', 'pure'],
  ['trigger-workflow', 'pure'],
  ['trigger-error', 'pure'],
  ['trigger-webhook', 'pure'],
  ['trigger-schedule', 'pure'],
  ['conditional', 'pure'],
  ['switch', 'pure'],
  ['merge', 'pure'],
  ['loop', 'pure'],
  ['wait', 'pure'],
  ['set', 'pure'],
  ['respond', 'pure'],
  ['javascript', 'pure'],
  ['database', 'by-source'],
  ['sql-query', 'by-source'],
  ['approval', 'effect'],
  ['sub-workflow', 'effect'],
  ['http_request', 'effect'],
  ['chatgpt', 'effect'],
  ['email', 'effect'],
  ['slack', 'effect'],
])

/** The effect of a node by its kind and settings. A kind that is not declared has an effect. */
export function effectOf({
  kind,
  parameters,
}: {
  kind: string
  parameters: JsonObject
}): NodeEffect {
  const declared = NODE_EFFECTS.get(kind) ?? 'effect'
  if (declared !== 'by-source') return declared
  return (parameters.source ?? 'project') === 'project' ? 'own-database' : 'effect'
}

/**
 * Whether a test executes the node in any case. A recorded answer in its place would hide what it computes; triggers only
 * pass data on.
 */
export function isAlwaysTested(node: { kind: string; parameters: JsonObject }): boolean {
  return effectOf(node) === 'pure' && !node.kind.startsWith('trigger-')
}
