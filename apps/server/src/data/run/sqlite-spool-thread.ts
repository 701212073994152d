import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseFault, type Fault, faultOfSqlite } from './database-fault.ts'
import { SqliteFile } from './sqlite-file.ts'

export interface SpoolJob {
  readonly file: string
  readonly release: string
  readonly path: string
  readonly isDry: boolean
}

export type SpoolOutcome = { readonly fault: Fault } | { readonly error: string } | null

async function write({ file: name, release, path, isDry }: SpoolJob): Promise<void> {
  const file = new SqliteFile(name, { isWriter: true })
  try {
    file.run({ text: 'begin immediate', values: [] })
    file.expect(release)
    for await (const line of createInterface({ input: createReadStream(path) }))
      file.run(JSON.parse(line))
    file.run({ text: isDry ? 'rollback' : 'commit', values: [] })
  } finally {
    // What is not committed goes with the connection.
    file.close()
  }
}

function outcomeOf(error: unknown): SpoolOutcome {
  const fault = error instanceof DatabaseFault ? error.fault : faultOfSqlite(error)
  return fault ? { fault } : { error: error instanceof Error ? error.message : String(error) }
}

write(workerData as SpoolJob).then(
  () => parentPort?.postMessage(null),
  (error) => parentPort?.postMessage(outcomeOf(error)),
)
