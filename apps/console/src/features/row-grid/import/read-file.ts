import Papa from 'papaparse'

/** A file as rows of values under the names of its columns. */
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
    // One object to a line is the other common form; anything else fails as the whole did.
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

/** The rows of a CSV or JSON file, told apart by how they begin. */
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
