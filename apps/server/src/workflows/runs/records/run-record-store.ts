import { Batcher } from '../../../foundation/concurrency/batcher.ts'
import type { Database, Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'
import {
  type EndedRow,
  type EndedRuns,
  endRuns,
  endStatement,
  type RunEnd,
  toEnded,
} from './run-end-store.ts'
import { beginRuns, type StartState, setWaiting } from './run-store.ts'
import { findStepOutcome, listExecutedSteps } from './step-read-store.ts'
import type { StepRecord } from './step-record.ts'

const MAX_BATCH = 100
const MAX_BATCH_SIZE = 4 * 1024 * 1024

/** Upserts step records; idempotent. Records of an ended run are ignored. */
function recordStatement(records: readonly StepRecord[]): Sql {
  const all = <K extends keyof StepRecord>(name: K) => records.map((record) => record[name])
  return sql`
    insert into run_step (run_id, key, attempt, node_id, label, kind, status, input, output, error,
      outcome, logs, started_at, origin, ended_at)
    select run_id, key, attempt, node_id, label, kind, given.status, input, output, error, outcome,
      logs, given.started_at, origin, given.ended_at
    from unnest(${all('runId')}::text[], ${all('key')}::text[], ${all('attempt')}::integer[],
      ${all('nodeId')}::text[], ${all('label')}::text[], ${all('kind')}::text[],
      ${all('status')}::text[], ${all('input')}::text[], ${all('output')}::text[],
      ${all('error')}::text[], ${all('outcome')}::text[],
      ${records.map(({ logs }) => JSON.stringify(logs))}::text[], ${all('startedAt')}::timestamptz[],
      ${all('origin')}::text[], ${all('endedAt')}::timestamptz[])
      with ordinality as given (run_id, key, attempt, node_id, label, kind, status, input, output, error,
        outcome, logs, started_at, origin, ended_at, place)
      join run on run.id = given.run_id and run.status in ('queued', 'running', 'waiting')
    order by place
    on conflict (run_id, key, attempt) do update set status = excluded.status,
      output = excluded.output, error = excluded.error, outcome = excluded.outcome,
      logs = excluded.logs, ended_at = excluded.ended_at, change = nextval('run_change')
    where run_step.status in ('running', 'waiting')`
}

async function writeSteps(on: Queryable, records: readonly StepRecord[]): Promise<void> {
  if (records.length > 0) await on.query(recordStatement(records))
}

type EndedWait = Pick<StepRecord, 'runId' | 'key' | 'output' | 'error' | 'outcome'>

/** Ends the record of a step that waited for a time or for another workflow. */
async function endWait(
  on: Queryable,
  { runId, key, output, error, outcome }: EndedWait,
): Promise<void> {
  await on.query(sql`
    update run_step set status = ${error === null ? 'succeeded' : 'failed'}, output = ${output},
      error = ${error}, outcome = ${outcome}, ended_at = now(),
      change = nextval('run_change')
    where run_id = ${runId} and key = ${key} and status = 'waiting'`)
}

/** The end of a run with its step records that are not written yet. */
interface EndWithSteps extends RunEnd {
  records: readonly StepRecord[]
}

/** Ends runs and writes their remaining step records, in one statement. */
async function endWithSteps(on: Queryable, ends: readonly EndWithSteps[]): Promise<EndedRuns> {
  const records = ends.flatMap((end) => end.records)
  if (records.length === 0) return endRuns(on, ends)
  // The count is an argument, so that records are written first: an ended run accepts none.
  const rows = await on.query<EndedRow>(sql`
    with noted as (${recordStatement(records)} returning 1)
    select id, admitted from (select count(*) as records from noted) as written,
      lateral ${endStatement(ends, sql`written.records < 0`)}`)
  return toEnded(ends, rows)
}

/**
 * Copies the records of these steps to another run, each as its only attempt: waits count as done, and
 * failures are not retried.
 */
export async function copySteps(
  transaction: Transaction,
  { from, to, keys }: { from: string; to: string; keys: readonly string[] },
): Promise<void> {
  await transaction.query(sql`
    insert into run_step (run_id, key, attempt, node_id, label, kind, status, input, output, error,
      outcome, logs, started_at, ended_at, origin)
    select distinct on (key) ${to}, key, 1, node_id, label, kind, status, input, output, error,
      case
        when outcome like '{"status":"failed"%' then replace(outcome, '"retry":true', '"retry":false')
        when outcome like '{"status":"wait"%' or outcome like '{"status":"call"%'
          or outcome like '{"status":"respond"%' then '{"status":"done"}'
        else outcome
      end,
      logs, started_at, ended_at, 'record'
    from run_step where run_id = ${from} and key = any(${keys}) and outcome is not null
      and status in ('succeeded', 'failed')
    order by key, attempt desc`)
}

const recordSize = ({ input, output }: StepRecord) => input.length + (output?.length ?? 0)

/** What executing a run reads and writes of its records. Every write is idempotent. */
export interface RunRecordStore {
  /** Records that a run started this long ago; returns the state in which it was found. */
  start(run: { id: string; forMs: number }): Promise<StartState>
  write(record: StepRecord): Promise<void>
  endWait(ended: EndedWait): Promise<void>
  setWaiting(runId: string, waits: boolean): Promise<void>
  /** Writes the remaining step records and ends the run, both or neither; false if it had ended. */
  end(end: EndWithSteps): Promise<boolean>
  findOutcome(named: Parameters<typeof findStepOutcome>[1]): ReturnType<typeof findStepOutcome>
  listExecuted(runId: string): ReturnType<typeof listExecutedSteps>
}

interface Options {
  db: Database
  /** Called when ended runs have made room for queued ones. */
  onAdmitted: () => void
  /** Ends a failed run in a transaction that first calls `writeRecords`. */
  endFailed: (
    end: RunEnd,
    writeRecords: (transaction: Transaction) => Promise<void>,
  ) => Promise<boolean>
}

/** Opens the store that all runs of a process share: it batches, so that concurrent runs share a commit. */
export function openRunRecordStore({ db, onAdmitted, endFailed }: Options): RunRecordStore {
  const starts = new Batcher({
    maxItems: MAX_BATCH,
    work: (runs: readonly { id: string; forMs: number }[]) => beginRuns(db, runs),
  })
  const writes = new Batcher<StepRecord, void>({
    maxItems: MAX_BATCH,
    maxSize: MAX_BATCH_SIZE,
    sizeOf: recordSize,
    work: async (records) => {
      await writeSteps(db, records)
      return []
    },
  })
  const ends = new Batcher({
    maxItems: MAX_BATCH,
    maxSize: MAX_BATCH_SIZE,
    sizeOf: ({ result, records }) =>
      records.reduce((sum, one) => sum + recordSize(one), result?.length ?? 0),
    work: async (given: readonly EndWithSteps[]) => {
      const { isEnded, admitted } = await endWithSteps(db, given)
      if (admitted > 0) onAdmitted()
      return isEnded
    },
  })
  return {
    start: (run) => starts.add(run),
    write: (record) => writes.add(record),
    endWait: (ended) => endWait(db, ended),
    setWaiting: (runId, waits) => setWaiting(db, runId, waits),
    end: ({ records, ...end }) =>
      end.status === 'failed'
        ? endFailed(end, (transaction) => writeSteps(transaction, records))
        : ends.add({ ...end, records }),
    findOutcome: (named) => findStepOutcome(db, named),
    listExecuted: (runId) => listExecutedSteps(db, runId),
  }
}
