import type { Credential, Table, WorkflowNode } from '@plinth/contract'
import { findTable } from '../graph/find-table.ts'
import { findNode, type Graph } from '../graph/graph.ts'
import { type DefinitionOf, unknownParameters } from '../parameters/unknown-parameters.ts'
import { groupsOf, isRecord, type NamedProperty, textOf } from '../settings/property/property.ts'
import { canvasProblemStrings as words } from '../strings/canvas-problem-strings.ts'

/** Something that lets a node fail or never run. */
interface Problem {
  nodeId: string
  label: string
  text: string
}

interface Ground {
  graph: Graph
  /** The graph as it was saved last. */
  saved: Graph
  definitionOf: DefinitionOf
  tables: readonly Table[]
  /** Undefined until they are loaded. */
  credentials: readonly Pick<Credential, 'id'>[] | undefined
}

/** Settings without which a node of this kind fails. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  database: ['table', 'id'],
  'sql-query': ['query'],
  http_request: ['url'],
  javascript: ['code'],
  chatgpt: ['model', 'prompt'],
  email: ['to'],
  slack: ['channel'],
  'sub-workflow': ['workflow'],
  wait: ['moment'],
  approval: ['title', 'approvers'],
  'trigger-row': ['table'],
  'trigger-schedule': ['cron'],
}

const isTrigger = (node: WorkflowNode) =>
  node.data.definition.connection_config.inputs.types.length === 0
/** An expression is known only when the node runs. */
const isExpression = (text: string) => text.includes('{{')

function isEmpty(value: WorkflowNode['data']['parameters'][string] | undefined): boolean {
  return textOf(value).trim() === ''
}

function credentialProblem(
  node: WorkflowNode,
  { name, label }: NamedProperty,
  known: Ground['credentials'],
) {
  if (known === undefined) return undefined
  const id = node.data.credentials[name]
  if (id === undefined) return words.noCredential(label)
  return known.some((one) => one.id === id) ? undefined : words.lostCredential(label)
}

function tableProblems({ data }: WorkflowNode, tables: readonly Table[]): string[] {
  const { definition, parameters } = data
  const isOwn =
    definition.name === 'trigger-row' ||
    (definition.name === 'database' && (parameters.source ?? 'project') === 'project')
  const wanted = textOf(parameters.table).trim()
  if (!isOwn || wanted === '' || isExpression(wanted)) return []
  const table = findTable(tables, wanted)
  if (!table) return [words.noTable(wanted)]
  const action = parameters.action
  const row = action === 'create' || action === 'update' ? readRow(parameters.row) : undefined
  if (!row) return []
  const fields = new Set(table.columns.map(({ name }) => name))
  return Object.keys(row)
    .filter((name) => !fields.has(name) && !isExpression(name))
    .map((name) => words.noField(name, table.name))
}

function readRow(value: WorkflowNode['data']['parameters'][string] | undefined) {
  if (isRecord(value)) return value
  if (typeof value !== 'string' || isExpression(value)) return undefined
  try {
    const read = JSON.parse(value)
    return isRecord(read) ? read : undefined
  } catch {
    return undefined
  }
}

function settingProblems(node: WorkflowNode, { tables, credentials }: Ground): string[] {
  const required = REQUIRED[node.data.definition.name] ?? []
  const shown = groupsOf(node.data).flatMap(({ properties }) => properties)
  const own = shown.flatMap((named) => {
    if (named.property.ui.component === 'credential-selector') {
      return credentialProblem(node, named, credentials) ?? []
    }
    const isMissing = required.includes(named.name) && isEmpty(node.data.parameters[named.name])
    return isMissing ? words.missing(named.label) : []
  })
  return [...own, ...tableProblems(node, tables)]
}

/** The server accepts an unknown parameter that the saved node has already. */
function parameterProblems({ id, data }: WorkflowNode, { saved, definitionOf }: Ground): string[] {
  const unknown = unknownParameters(data, definitionOf(data.definition.name))
  if (unknown.length === 0) return []
  const before = findNode(saved, id)?.data.parameters ?? {}
  return unknown.map((name) =>
    Object.hasOwn(before, name) ? words.unknown(name) : words.unknownNew(name),
  )
}

/** Nodes that a run reaches. Without a trigger, it starts at every node that nothing leads to. */
function reachedNodes({ nodes, connections }: Graph): Set<string> {
  const entered = new Set(connections.map(({ target }) => target))
  const triggers = nodes.filter(isTrigger)
  const starts = triggers.length > 0 ? triggers : nodes.filter(({ id }) => !entered.has(id))
  const next = Map.groupBy(connections, ({ source }) => source)
  const reached = new Set(starts.map(({ id }) => id))
  for (const id of reached) for (const { target } of next.get(id) ?? []) reached.add(target)
  return reached
}

/** Problems in the order of the nodes. Inactive nodes have only those that concern saving. */
export function findProblems(ground: Ground): Problem[] {
  const { nodes, connections } = ground.graph
  const reached = reachedNodes(ground.graph)
  const sources = new Set(connections.map(({ source }) => source))
  return nodes.flatMap((node) => {
    const { id, data } = node
    const isOpen = isTrigger(node) && !sources.has(id) && nodes.length > 1
    const ofRuns = () => [
      ...(reached.has(id) ? [] : [words.notReached]),
      ...(isOpen ? [words.startsNothing] : []),
      ...settingProblems(node, ground),
    ]
    const texts = [...(data.active ? ofRuns() : []), ...parameterProblems(node, ground)]
    return texts.map((text) => ({ nodeId: id, label: data.label, text }))
  })
}
