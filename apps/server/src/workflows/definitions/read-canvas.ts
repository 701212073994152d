import { Canvas, DOCUMENT_LIMITS, type FieldIssue, type WorkflowNode } from '@plinth/contract'
import { invalid, Refusal } from '../../foundation/http/errors/refusal.ts'
import { parseJson } from '../../foundation/http/parsing/parse-json.ts'
import { validate } from '../../foundation/http/parsing/validate.ts'
import { uniqueLabels } from './unique-labels.ts'

type Sent = { [Part in keyof Canvas]: unknown }

/** The canvas may come as JSON text; what is inside is held to the same limits as a body. */
function readPart(name: keyof Canvas, value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value, DOCUMENT_LIMITS)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
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
  if (node) issues.push({ path: `nodes.${node.at}.id`, message: 'names another node too' })
  const connection = twice(connections.map(({ id }) => id))
  if (connection) {
    const message = 'names another connection too'
    issues.push({ path: `connections.${connection.at}.id`, message })
  }
  connections.forEach((one, at) => {
    for (const end of ['source', 'target'] as const) {
      if (!ids.has(one[end])) {
        issues.push({ path: `connections.${at}.${end}`, message: 'is no node of this workflow' })
      }
    }
  })
  return issues.slice(0, 100)
}

/** A credential of another project or environment is not for this workflow, so its id goes no further. */
function keepCredentials(nodes: WorkflowNode[], known: ReadonlySet<string>): WorkflowNode[] {
  return nodes.map((node) => {
    const entries = Object.entries(node.data.credentials)
    const kept = entries.filter(([, id]) => known.has(id))
    if (kept.length === entries.length) return node
    return { ...node, data: { ...node.data, credentials: Object.fromEntries(kept) } }
  })
}

/**
 * Reads nodes, connections and settings, with labels made unique; where the known credentials are given,
 * foreign ones are left out.
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
