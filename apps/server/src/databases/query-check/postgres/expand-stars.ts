import './baseline-wasm.ts'
import { scan } from 'libpg-query'
import { quoteName } from '../../sql/quote-name.ts'
import type { Fields, Visit } from './list-nodes.ts'
import { parseSelect } from './parse-select.ts'

/** The columns that `*` means, by the name of the table. */
export type StarColumns = ReadonlyMap<string, readonly string[]>

interface Source {
  readonly alias: string
  readonly columns: readonly string[] | undefined
}

interface Star {
  /** In bytes, as PostgreSQL's parser counts. */
  readonly at: number
  readonly names: string
}

/**
 * Writes `*` and `t.*` of the given tables as lists of columns. PostgreSQL would expand them to every column,
 * including those of deleted fields, which no role may read. Stars of a join with USING or NATURAL are kept.
 * Throws a QueryFault unless the result is one SELECT statement again.
 */
export async function expandStars(query: string, columns: StarColumns): Promise<string> {
  if (columns.size === 0 || !query.includes('*')) return query
  const stars = (await parseSelect(query)).flatMap((visit) => listStars(visit, columns))
  const { tokens } = await scan(query)
  const bytes = Buffer.from(query)
  let text = bytes
  for (const { at, names } of stars.toSorted((a, b) => b.at - a.at)) {
    // Comments and UESCAPE may occur between the table's name and its star.
    const star = tokens.find(
      ({ start, end }) => start >= at && bytes.toString('utf8', start, end) === '*',
    )
    const end = star?.end ?? at
    text = Buffer.concat([text.subarray(0, at), Buffer.from(names), text.subarray(end)])
  }
  const written = text.toString()
  await parseSelect(written)
  return written
}

function listStars({ kind, node, ctes }: Visit, columns: StarColumns): Star[] {
  if (kind !== 'SelectStmt') return []
  const sources = listSources(node.fromClause, (name) =>
    ctes.has(name) ? undefined : columns.get(name),
  )
  if (!sources?.some((source) => source.columns)) return []
  const targets = (node.targetList ?? []) as { ResTarget?: { val?: { ColumnRef?: Fields } } }[]
  return targets.flatMap(({ ResTarget }) => {
    const reference = ResTarget?.val?.ColumnRef
    const fields = (reference?.fields ?? []) as { A_Star?: object; String?: { sval?: string } }[]
    if (fields.at(-1)?.A_Star === undefined) return []
    const at = Number(reference?.location)
    if (fields.length === 1) return [{ at, names: sources.map(write).join(', ') }]
    const meant = sources.find(({ alias }) => alias === fields[0]?.String?.sval)
    return meant?.columns ? [{ at, names: write(meant) }] : []
  })
}

function write({ alias, columns }: Source): string {
  const names = columns?.map(quoteName) ?? ['*']
  return names.map((name) => `${quoteName(alias)}.${name}`).join(', ')
}

/** The sources in FROM, in order; undefined if `*` is not simply the columns of one after the other. */
function listSources(
  from: unknown,
  columnsOf: (table: string) => readonly string[] | undefined,
): Source[] | undefined {
  const lists = ((from ?? []) as Record<string, Fields>[]).map((item): Source[] | undefined => {
    const [[kind, node] = ['', {} as Fields]] = Object.entries(item)
    const alias = node.alias as { aliasname: string; colnames?: unknown } | undefined
    const isJoin = kind === 'JoinExpr' && !alias
    if (isJoin && (node.isNatural || node.usingClause)) return undefined
    if (isJoin) return listSources([node.larg, node.rarg], columnsOf)
    if (kind !== 'RangeVar') return alias && [{ alias: alias.aliasname, columns: undefined }]
    const table = String(node.relname)
    const columns = alias?.colnames ? undefined : columnsOf(table)
    return [{ alias: alias?.aliasname ?? table, columns }]
  })
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined
}
