import { QueryFault } from '../readable/query-fault.ts'
import type { NodeFields } from './allowed-json-nodes.ts'
import { ALLOWED_NODES } from './allowed-nodes.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A node of the syntax tree with the WITH queries in scope. */
export interface Visit {
  readonly kind: string
  readonly node: Fields
  readonly ctes: ReadonlySet<string>
}

const MAX_DEPTH = 400
const isPlain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const FIELDS = new Map(
  [...ALLOWED_NODES].map(([kind, { nodes = '', typed = {}, plain = '' }]: [string, NodeFields]) => [
    kind,
    {
      nodes: new Set(nodes.split(/\s+/)),
      typed: new Map(Object.entries(typed)),
      plain: new Set(['location', ...plain.split(' ')]),
    },
  ]),
)

/** Lists every node of a statement, and throws a QueryFault for a kind or field that is not allowed. */
export function listNodes(root: unknown): Visit[] {
  const visits: Visit[] = []
  new NodeVisitor(visits).enter(root, { ctes: new Set(), depth: 0 })
  return visits
}

interface VisitScope {
  readonly ctes: ReadonlySet<string>
  readonly depth: number
}

class NodeVisitor {
  readonly #visits: Visit[]
  constructor(visits: Visit[]) {
    this.#visits = visits
  }

  /** A value that names its own kind: `{ ColumnRef: … }`, a list of such values, or an empty object. */
  enter(value: unknown, scope: VisitScope): void {
    if (Array.isArray(value)) {
      for (const each of value) this.enter(each, scope)
      return
    }
    const entries = Object.entries(asFields(value))
    if (entries.length === 0) return
    const [[kind, node] = ['', undefined], ...more] = entries
    if (more.length > 0) throw new QueryFault('The query has a construct that is not supported.')
    this.visit(kind, { node, scope })
  }

  visit(kind: string, { node: value, scope }: { node: unknown; scope: VisitScope }): void {
    const node = asFields(value)
    const fields = FIELDS.get(kind)
    if (!fields) throw new QueryFault(describeKind(kind))
    if (scope.depth > MAX_DEPTH)
      throw new QueryFault('The query is nested too deeply. Split it up.')
    const inner = {
      ctes: kind === 'SelectStmt' ? this.#open(node, scope) : scope.ctes,
      depth: scope.depth + 1,
    }
    this.#visits.push({ kind, node, ctes: inner.ctes })
    for (const [field, content] of Object.entries(node)) {
      if (kind === 'SelectStmt' && field === 'withClause') continue
      const type = fields.typed.get(field)
      if (type !== undefined) this.visit(type, { node: content, scope: inner })
      else if (fields.nodes.has(field)) this.enter(content, inner)
      else if (!fields.plain.has(field) || !isPlain(content))
        throw new QueryFault(describeField(kind, field))
    }
  }

  /** Visits the WITH queries of a statement and returns the names that its other parts can use. */
  #open(select: Fields, { ctes, depth }: VisitScope): ReadonlySet<string> {
    if (select.withClause === undefined) return ctes
    const clause = asFields(select.withClause)
    this.#visits.push({ kind: 'WithClause', node: clause, ctes })
    const queries = (clause.ctes as readonly { CommonTableExpr?: Fields }[]) ?? []
    const names = queries.map(({ CommonTableExpr }) => String(CommonTableExpr?.ctename))
    const all = new Set([...ctes, ...names])
    for (const [at, query] of queries.entries()) {
      const seen = clause.recursive === true ? all : new Set([...ctes, ...names.slice(0, at)])
      this.enter(query, { ctes: seen, depth: depth + 1 })
    }
    return all
  }
}

function asFields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new QueryFault('The query has a construct that is not supported.')
}

function describeKind(kind: string): string {
  if (kind.endsWith('Stmt'))
    return 'Only a SELECT statement is allowed: a query cannot change anything.'
  return `The query has a construct that is not supported (${kind}).`
}

function describeField(kind: string, field: string): string {
  if (field === 'schemaname' || field === 'catalogname')
    return 'Name tables without a schema: only the tables of this project can be read.'
  if (field === 'intoClause') return 'SELECT INTO is not allowed: a query cannot create tables.'
  if (field === 'lockingClause')
    return 'FOR UPDATE and FOR SHARE are not allowed: a query cannot lock rows.'
  return `The query has a construct that is not supported (${kind}.${field}).`
}
