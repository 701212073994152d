import { Canvas, DOCUMENT_LIMITS, type FieldIssue, type WorkflowNode } from '@plinth/contract'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import { parseJson } from '../../foundation/http/parsing/parse-json.ts'
import { validate } from '../../foundation/http/parsing/validate.ts'

type Sent = { [Part in keyof Canvas]: unknown }

/** The canvas may arrive as JSON text; its content has the same limits as a request body. */
function readPart(name: keyof Canvas, value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value, DOCUMENT_LIMITS)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const message = error.message.replace('The body', 'The text')
    throw invalid([{ path: name, message }])
  }
}

function twice(ids: readonly string[]): { at: number } | undefined {
  const seen = new Set<string>()
  const at = ids.findIndex((id) => seen.size === seen.add(id).size)
  return at < 0 ? undefined : { at }
}

function issuesOf({ nodes, connections }: Canvas): FieldIssue[] {
  const ids = new Set(nodes.map((node) => node.id))
  const issues: FieldIssue[] = []
  const node = twice(nodes.map(({ id }) => id))
  if (node) issues.push({ path: `nodes.${node.at}.id`, message: 'is also the id of another node' })
  const connection = twice(connections.map(({ id }) => id))
  if (connection) {
    const message = 'names another connection too'
    issues.push({ path: `connections.${connection.at}.id`, message })
  }
  connections.forEach((one, at) => {
    for (const end of ['source', 'target'] as const) {
      if (!ids.has(one[end])) {
        issues.push({ path: `connections.${at}.${end}`, message: 'is not a node of this workflow' })
      }
    }
  })
  return issues.slice(0, 100)
}

/** Removes credential ids of other projects and environments from the nodes. */
function keepCredentials(nodes: WorkflowNode[], known: ReadonlySet<string>): WorkflowNode[] {
  return nodes.map((node) => {
    const entries = Object.entries(node.data.credentials)
    const kept = entries.filter(([, id]) => known.has(id))
    if (kept.length === entries.length) return node
    return { ...node, data: { ...node.data, credentials: Object.fromEntries(kept) } }
  })
}

/** Results and expressions refer to nodes by label, so a repeated label gets a number. */
function uniqueLabels(nodes: readonly WorkflowNode[]): WorkflowNode[] {
  const labels = new Set(nodes.map(({ data }) => data.label))
  const taken = new Set<string>()
  return nodes.map((node) => {
    const wanted = node.data.label || node.data.definition.display_name
    let label = wanted
    for (let number = 2; taken.has(label); number += 1) {
      const next = `${wanted.slice(0, 190)} ${number}`
      if (!labels.has(next) && !taken.has(next)) label = next
    }
    taken.add(label)
    return label === node.data.label ? node : { ...node, data: { ...node.data, label } }
  })
}

/**
 * Parses nodes, connections and settings, and makes labels unique; given the known credentials, others are
 * removed.
 */
export function readCanvas(sent: Sent, knownCredentials: ReadonlySet<string> | undefined): Canvas {
  const canvas = validate(Canvas, {
    nodes: readPart('nodes', sent.nodes),
    connections: readPart('connections', sent.connections),
    settings: readPart('settings', sent.settings),
  }) as Canvas
  const issues = issuesOf(canvas)
  if (issues.length > 0) throw invalid(issues)
  const { nodes } = canvas
  const kept = knownCredentials ? keepCredentials(nodes, knownCredentials) : nodes
  return { ...canvas, nodes: uniqueLabels(kept) }
}
