import type { Configuration, Table, ViewFilter } from '@plinth/contract'
import { type Expression, type OperandNode, type PathNode, parse } from '@plinth/expression'
import { findTable } from '@plinth/schema'

interface Ground {
  synced: Configuration
  tableId: string
}

function pathsOf(node: OperandNode): PathNode[] {
  if (node.type === 'list') return node.items.flatMap(pathsOf)
  if (node.type === 'call') return node.args.flatMap(pathsOf)
  return node.type === 'path' && !node.root ? [node] : []
}

function listPaths(node: Expression): PathNode[] {
  if (node.type === 'compare') return [...pathsOf(node.left), ...pathsOf(node.right)]
  if (node.type === 'not') return listPaths(node.item)
  return node.type === 'constant' ? [] : node.items.flatMap(listPaths)
}

interface Named {
  from: number
  to: number
  /** The path up to this name, as written in the text. */
  path: string
  table: Table | undefined
}

/** Calls `find` for each name of a path until it finds no field; a relation leads to the next table. */
function walkPath(
  { segments }: PathNode,
  { synced, tableId }: Ground,
  find: (named: Named) => Table['columns'][number] | undefined,
): void {
  let table = findTable(synced, tableId)
  let path = ''
  for (const { name, from, to } of segments) {
    path = path === '' ? `${name}` : `${path}.${name}`
    const field = find({ from, to, path, table })
    if (field?.type !== 'relation') return
    table = findTable(synced, field.options.tableId)
  }
}

/** The filter as a view stores it: the text, and the field ids of its paths. */
export function storeFilter(text: string, ground: Ground): ViewFilter {
  const parsed = parse(text)
  const fields: Record<string, string> = {}
  for (const node of parsed.ok && parsed.expression ? listPaths(parsed.expression) : []) {
    walkPath(node, ground, ({ path, table }) => {
      const name = path.split('.').at(-1)
      const field = table?.columns.find((one) => one.name === name)
      if (field) fields[path] = field.id
      return field
    })
  }
  return { text, fields }
}

/** The text of a stored filter with the present names of its fields; names of deleted fields stay. */
export function printStoredFilter({ text, fields }: ViewFilter, ground: Ground): string {
  const parsed = parse(text)
  if (!parsed.ok || !parsed.expression) return text
  const renamed: { from: number; to: number; name: string }[] = []
  for (const node of listPaths(parsed.expression)) {
    walkPath(node, ground, ({ path, table, from, to }) => {
      const field = table?.columns.find(({ id }) => id === fields[path])
      if (field && field.name !== text.slice(from, to)) renamed.push({ from, to, name: field.name })
      return field
    })
  }
  return renamed
    .toSorted((one, other) => other.from - one.from)
    .reduce((now, { from, to, name }) => now.slice(0, from) + name + now.slice(to), text)
}
