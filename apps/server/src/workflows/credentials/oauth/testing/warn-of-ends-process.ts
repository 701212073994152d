import { openDatabase } from '../../../../foundation/platform/database.ts'
import type { WorkflowsContext } from '../../../context.ts'
import { warnOfEnds } from '../warnings/warn-of-ends.ts'

/** A worker of its own that looks for connections to warn of, many times. */

export interface LookOptions {
  databaseUrl: string
  times: number
}

const { databaseUrl, times } = JSON.parse(process.argv[2] ?? '') as LookOptions
const db = openDatabase({ url: databaseUrl, maxConnections: 2, onError: () => undefined })
const durable = { wake: () => undefined } as unknown as WorkflowsContext['durable']

process.send?.('ready')
process.once('message', async () => {
  for (let count = 0; count < times; count += 1) await warnOfEnds({ db, durable })
  await db.close()
  process.disconnect()
})
