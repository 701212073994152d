import pg from 'pg'
import type { Measurement } from '../measure/measurement.ts'
import { type Door, measureCost } from './paired-cost.ts'

/** Contents of the log, to prove that it was on. */
async function readLog({ databaseUrl }: Door) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ requests: number; listed: number }>(
    `select sum(requests)::float8 as requests, sum(listed)::float8 as listed from request_minute`,
  )
  await client.end()
  const log = rows[0] ?? { requests: 0, listed: 0 }
  return { text: `${log.listed} of ${log.requests} requests listed`, figures: log }
}

/** Cost of the request log for the data API. */
export const requestLog: Measurement = {
  name: 'request-log',
  run: () => measureCost({ what: 'the log', server: 'request-log-server.ts', prove: readLog }),
}
