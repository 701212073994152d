import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../results')

/** Writes a dated result file. */
export function writeResult(name: string, result: Record<string, unknown>): string {
  const day = new Date().toISOString().slice(0, 10)
  const file = `${day}-${name}.json`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), `${JSON.stringify({ name, day, ...result }, null, 2)}\n`)
  return `bench/results/${file}`
}
