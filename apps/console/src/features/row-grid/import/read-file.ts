import Papa from 'papaparse'

/** The column names and rows of a file. */
export interface ReadFile {
  columns: readonly string[]
  rows: readonly (readonly unknown[])[]
}

export class UnreadableFile extends Error {}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readCsv(text: string): ReadFile {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' })
  const [columns = [], ...rows] = data
  return { columns: columns.map((name) => name.trim()), rows }
}

function readJsonRows(text: string): unknown[] {
  try {
    const whole: unknown = JSON.parse(text)
    return Array.isArray(whole) ? whole : [whole]
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    // It may be NDJSON; if it does not look like it, rethrow the original error.
    if (lines.length < 2 || !lines[0]?.trim().endsWith('}')) throw error
    return lines.map((line) => JSON.parse(line))
  }
}

function readJson(text: string): ReadFile {
  const records = readJsonRows(text)
  if (!records.every(isRecord)) throw new UnreadableFile('list')
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return { columns, rows: records.map((record) => columns.map((name) => record[name])) }
}

/** Parses a CSV or JSON file; the format is detected from the first character. */
export function readFile(text: string): ReadFile {
  const first = text.trimStart()[0]
  if (first === undefined) throw new UnreadableFile('empty')
  try {
    return first === '[' || first === '{' ? readJson(text) : readCsv(text)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('json')
  }
}
