import { constants, createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import {
  COMMON_HELP,
  COMMON_OPTIONS,
  type Command,
  PROJECT_HELP,
  readArgs,
  UsageError,
} from '../command.ts'
import { openOwnPlace, placeQuery } from '../connection.ts'
import { linesOfCsv } from '../csv/lines-of-csv.ts'
import type { FieldSchema } from '../csv/value-of-cell.ts'
import { call, HttpError } from '../http.ts'
import { note, print, printJson } from '../print.ts'

const FORMATS = ['csv', 'json', 'ndjson'] as const
type Format = (typeof FORMATS)[number]

type OwnPlace = Awaited<ReturnType<typeof openOwnPlace>>

function formatOf(file: string, named: string | undefined): Format {
  const ending = /\.(csv|json)$/i.exec(file)?.[1]?.toLowerCase() ?? 'ndjson'
  const format = FORMATS.find((each) => each === (named ?? ending))
  if (!format) throw new UsageError('--format is csv, json or ndjson')
  return format
}

const openFile = (file: string) => (file === '-' ? process.stdin : createReadStream(file))

/** Throws before the server is called if the file cannot be read. */
async function checkFile(file: string): Promise<void> {
  if (file === '-') return
  await access(file, constants.R_OK).catch((error: Error) => {
    throw new UsageError(`Cannot read ${file}: ${error.message}`)
  })
}

function parseRows(file: string, text: string): unknown[] {
  try {
    const rows: unknown = JSON.parse(text)
    if (Array.isArray(rows)) return rows
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${error instanceof Error ? error.message : error}`)
  }
  throw new UsageError(`${file} is no JSON array`)
}

const toWeb = (input: Readable) => Readable.toWeb(input) as unknown as ReadableStream

interface Described {
  paths: Record<string, { post?: { requestBody?: { content?: Record<string, Content> } } }>
  components: { schemas: Record<string, { properties?: Record<string, FieldSchema> }> }
}
interface Content {
  schema?: { $ref?: string }
}

/** The fields of a new row, by the OpenAPI document; a CSV file does not have their types. */
async function readFields({ connection, projectId, environment }: OwnPlace, table: string) {
  const { paths, components } = await call<Described>(connection, {
    path: `/api/project/${projectId}/openapi.json`,
    query: { $environment: environment },
  })
  const content = paths[`/api/data/${table}`]?.post?.requestBody?.content
  const name = content?.['application/json']?.schema?.$ref?.split('/').at(-1) ?? ''
  return new Map(Object.entries(components.schemas[name]?.properties ?? {}))
}

interface Source {
  file: string
  format: Format
  table: string
}

/** NDJSON and CSV are sent while they are read; a JSON array is split into lines. */
async function linesOf(place: OwnPlace, { file, format, table }: Source) {
  if (format === 'ndjson') return toWeb(openFile(file))
  if (format === 'csv') {
    const fields = await readFields(place, table)
    const pieces = openFile(file).setEncoding('utf8') as AsyncIterable<string>
    return toWeb(Readable.from(linesOfCsv(pieces, fields), { objectMode: false }))
  }
  const text = await (file === '-' ? readAll(process.stdin) : readFile(file, 'utf8'))
  return parseRows(file, text)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('')
}

interface Imported {
  rows: number
  imported: number
  refused: number
  issues: { line: number; path: string; message: string }[]
}

function noteIssues(issues: unknown): void {
  if (!Array.isArray(issues)) return
  for (const { line, path, message } of issues as Imported['issues']) {
    note(`line ${line}: ${path ? `${path}: ` : ''}${message}`)
  }
}

export const importRows: Command = {
  usage: 'rows import TABLE FILE [--format csv|json|ndjson] [--dry-run]',
  summary: 'Create rows from CSV, NDJSON or a JSON array, all of them or none',
  options: [
    ['FILE', 'a .csv file, a .json file with an array, or NDJSON; - reads standard input'],
    ['--format NAME', 'csv, json or ndjson, whatever the name of the file'],
    ['--dry-run', 'check the rows and write nothing'],
    ...PROJECT_HELP,
    ...COMMON_HELP,
  ],
  async run(args) {
    const { values, positionals } = readArgs(args, {
      ...COMMON_OPTIONS,
      format: { type: 'string' },
      'dry-run': { type: 'boolean' },
    })
    const [table, file, ...rest] = positionals
    if (table === undefined || file === undefined || rest.length > 0) {
      throw new UsageError('Name one table and one file')
    }
    const format = formatOf(file, values.format)
    await checkFile(file)
    const place = await openOwnPlace(values, 'An import')
    const { connection, ...where } = place
    const answer = await call<Imported>(connection, {
      method: 'POST',
      path: `/api/data/${encodeURIComponent(table)}/import`,
      query: { ...placeQuery(where), dryRun: String(values['dry-run'] ?? false) },
      lines: await linesOf(place, { file, format, table }),
    }).catch((error: unknown) => {
      if (error instanceof HttpError) noteIssues(error.details)
      throw error
    })
    noteIssues(answer.issues)
    if (values.json) printJson(answer)
    else if (values['dry-run'])
      print(`${answer.rows} rows, ${answer.refused} invalid; nothing written`)
    else print(`${answer.imported} ${answer.imported === 1 ? 'row' : 'rows'} imported`)
    if (answer.refused > 0) process.exitCode = 1
  },
}
