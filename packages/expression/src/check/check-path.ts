import { issueAt } from '../syntax/issue.ts'
import { LIMITS } from '../syntax/limits.ts'
import type { PathNode, Segment } from '../syntax/syntax.ts'
import { bindingKey } from './binders.ts'
import type { CatalogueColumn, CatalogueTable } from './catalogue.ts'
import { type CheckContext, findColumn, findTable, reportIssue } from './check-context.ts'
import { applyModifier } from './check-modifier.ts'
import { checkConstant, checkRequest } from './check-request.ts'
import { type Hop, type Operand, ROW_KEY, type Start } from './checked.ts'

/** Resolves a path with any root. */
export function checkPath(context: CheckContext, path: PathNode): Operand | undefined {
  const { root } = path
  if (root && context.mode === 'filter')
    return reportIssue(context, issueAt(root, `${root.type} is not available in a filter`))
  if (root?.type === '@request') return checkRequest(context, path)
  if (root?.type === '@const') return checkConstant(context, path)
  if (root?.type === '@table') {
    const table = findTable(context, root.table, root)
    if (!table) return undefined
    context.passed.add(table.name)
    return walk(context, { path, table, start: { key: bindingKey(root), table: table.name } })
  }
  if (!context.home) {
    const message = 'There is no current row: begin with @request, @const or @table'
    return reportIssue(context, issueAt(path, message))
  }
  return walk(context, {
    path,
    table: context.home,
    start: { key: ROW_KEY, table: context.home.name },
  })
}

type Walk = { readonly path: PathNode; readonly table: CatalogueTable; readonly start: Start }

function walk(context: CheckContext, { path, table, start }: Walk): Operand | undefined {
  const hops: Hop[] = []
  let at: CatalogueTable = table
  for (const [index, segment] of path.segments.entries()) {
    const rest = path.segments.slice(index + 1)
    const column = findSegment(context, at, segment)
    if (!column) return undefined
    if (rest.length === 0 || column.kind === 'json') {
      const keys = rest.map((each) => each.name)
      return finish(context, { path, start, hops, column, keys })
    }
    const target =
      column.target === undefined ? undefined : context.catalogue.tables.get(column.target)
    if (!target) {
      const message = `Column ${column.name} of table ${at.name} is not a relation and has no fields`
      return reportIssue(context, issueAt(rest[0] ?? segment, message))
    }
    if (hops.push({ column, table: target.name }) > LIMITS.hops)
      return reportIssue(
        context,
        issueAt(segment, `A path follows at most ${LIMITS.hops} relations`),
      )
    context.passed.add(target.name)
    at = target
  }
  return undefined
}

function findSegment(
  context: CheckContext,
  table: CatalogueTable,
  segment: Segment,
): CatalogueColumn | undefined {
  if (typeof segment.name === 'string')
    return findColumn(context, { table, name: segment.name, span: segment })
  return reportIssue(context, issueAt(segment, `Only json has an index such as ${segment.name}`))
}

type Found = {
  readonly path: PathNode
  readonly start: Start
  readonly hops: readonly Hop[]
  readonly column: CatalogueColumn
  readonly keys: readonly (string | number)[]
}

function finish(
  context: CheckContext,
  { path, start, hops, column, keys }: Found,
): Operand | undefined {
  if (column.isHashed)
    return reportIssue(
      context,
      issueAt(path, `Column ${column.name} is hashed and cannot be compared`),
    )
  const { from, to, modifier } = path
  const plain = { kind: column.kind, isList: column.isMany }
  const shape = applyModifier(context, { plain, modifier, span: path })
  if (!shape) return undefined
  const isMany = shape.isList || hops.some((hop) => hop.column.isMany)
  const found = {
    type: 'path',
    start,
    hops,
    column,
    keys,
    kind: shape.kind,
    isMany,
    from,
    to,
  } as const
  return modifier ? { ...found, modifier } : found
}
