import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseFault, type Fault, faultOfSqlite } from '../database-fault.ts'
import type { Spool } from '../row-runner.ts'
import { SqliteFile } from './sqlite-file.ts'

export interface SpoolJob extends Spool {
  readonly file: string
  readonly release: string
}

export type SpoolOutcome = { readonly fault: Fault } | { readonly error: string } | null

async function write({ file: name, release, path, isDry, writer }: SpoolJob): Promise<void> {
  const file = new SqliteFile(name, { isWriter: true })
  try {
    file.run({ text: 'begin immediate', values: [] })
    file.expect(release)
    if (writer) file.nameWriter(writer)
    for await (const line of createInterface({ input: createReadStream(path) }))
      file.run(JSON.parse(line))
    if (writer) file.nameWriter(undefined)
    file.run({ text: isDry ? 'rollback' : 'commit', values: [] })
  } finally {
    // Closing the connection rolls back what is not committed.
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
