import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import {
  COMMON_HELP,
  COMMON_OPTIONS,
  type Command,
  PROJECT_HELP,
  readArgs,
  UsageError,
} from '../command.ts'
import { openOwnPlace, openPlace, type Place, placeQuery } from '../connection.ts'
import { call, send } from '../http.ts'
import { cleanLines, note, printJson, printTable } from '../print.ts'

type Row = Record<string, unknown>

function tableOf(positionals: string[]): string {
  const [table, ...rest] = positionals
  if (table === undefined || rest.length > 0) throw new UsageError('Name one table')
  return table
}

const FILTERS = {
  filter: { type: 'string' },
  sort: { type: 'string' },
  columns: { type: 'string' },
} as const
const FILTER_HELP = [
  ['--filter EXPRESSION', "as in --filter 'done = false'"],
  ['--sort FIELDS', 'as in --sort -createdOn,title'],
  ['--columns FIELDS', 'only these fields, as in --columns title,done'],
] as const

interface Page {
  data: Row[]
  hasMore: boolean
  cursor: string | null
}

/** The pages of a list, one after the other. */
async function* readPages(place: Place, table: string, query: Record<string, string | undefined>) {
  const path = `/api/data/${encodeURIComponent(table)}`
  let $cursor: string | undefined
  do {
    const page: Page = await call<Page>(place.connection, {
      path,
      query: { ...placeQuery(place), $version: 'v2', $count: 'false', ...query, $cursor },
    })
    yield page
    $cursor = page.hasMore && page.cursor !== null ? page.cursor : undefined
  } while ($cursor !== undefined)
}

export const queryRows: Command = {
  usage: 'rows query TABLE [--filter EXPRESSION] [--limit N | --all]',
  summary: 'Print rows of a table',
  options: [
    ...FILTER_HELP,
    ['--with RELATIONS', 'also the rows of these relations, under expand'],
    ['--limit N', 'at most so many rows, up to 1000; 50 without it'],
    ['--all', 'every row, page by page'],
    ...PROJECT_HELP,
    ...COMMON_HELP,
  ],
  async run(args) {
    const { values, positionals } = readArgs(args, {
      ...COMMON_OPTIONS,
      ...FILTERS,
      with: { type: 'string' },
      limit: { type: 'string' },
      all: { type: 'boolean' },
    })
    const table = tableOf(positionals)
    const rows: Row[] = []
    const pages = readPages(await openPlace(values), table, {
      $filter: values.filter,
      $sort: values.sort,
      $columns: values.columns,
      $withRelation: values.with,
      $limit: values.limit ?? (values.all ? '1000' : undefined),
    })
    for await (const { data, hasMore } of pages) {
      rows.push(...data)
      if (values.all) continue
      if (hasMore) note('There are more rows: use --limit, or --all.')
      break
    }
    if (values.json) printJson(rows)
    else if (rows.length === 0) note('No rows.')
    else {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      printTable(
        columns,
        rows.map((row) => columns.map((column) => row[column])),
      )
    }
  },
}

export const exportRows: Command = {
  usage: 'rows export TABLE [--format csv|json] [--out FILE]',
  summary: 'Write all rows of a table that match a filter as CSV or JSON',
  options: [
    ['--format NAME', 'csv (default) or json'],
    ['--out FILE', 'the file to write; standard output without it'],
    ...FILTER_HELP,
    ...PROJECT_HELP,
    ...COMMON_HELP,
  ],
  async run(args) {
    const { values, positionals } = readArgs(args, {
      ...COMMON_OPTIONS,
      ...FILTERS,
      format: { type: 'string' },
      out: { type: 'string' },
    })
    const table = tableOf(positionals)
    const format = values.format ?? (values.json ? 'json' : 'csv')
    if (format !== 'csv' && format !== 'json') throw new UsageError('--format is csv or json')
    const { connection, ...place } = await openOwnPlace(values, 'An export')
    const answer = await send(connection, {
      path: `/api/data/${encodeURIComponent(table)}/export`,
      query: {
        ...placeQuery(place),
        format,
        $filter: values.filter,
        $sort: values.sort,
        $columns: values.columns,
      },
    })
    const body = Readable.fromWeb(answer.body as WebStream)
    if (values.out === undefined) {
      const shown = process.stdout.isTTY ? body.setEncoding('utf8').map(cleanLines) : body
      await pipeline(shown, process.stdout, { end: false })
      return
    }
    await pipeline(body, createWriteStream(values.out)).catch((error: Error) => {
      throw new Error(`Cannot write ${values.out}: ${error.message}`)
    })
    note(`Wrote ${values.out}`)
  },
}
