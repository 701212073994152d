import type { Json } from '@plinth/engine'
import type { RunEnding, RunToWalk } from '../../../foundation/durable/run-world.ts'
import type { WorkflowsContext } from '../../context.ts'
import { listTaken, type NodeRecord } from '../records/node-store.ts'
import { type Begun, RunBeginning } from '../records/run-beginning.ts'
import type { OpenContent } from '../records/run-content.ts'
import type { RunEnd } from '../records/run-end-store.ts'
import type { BegunRun } from '../records/run-store.ts'
import { beginRecord, endRecord } from '../records/turn-record.ts'
import { endFailedRun } from './end-failed-run.ts'
import { RunNotes } from './run-notes.ts'
import { hasNoEffect, takeTurn, triggerOutcome, withNewInput } from './take-turn.ts'
import { untilAnswered } from './until-answered.ts'

const MOST_RESULT = 64 * 1024 * 1024

/** The results of all nodes together; beyond the limit they are found at the nodes. */
function resultText(result: Json): string {
  const text = JSON.stringify(result)
  return text.length <= MOST_RESULT ? text : '{}'
}

interface RunToOpen extends BegunRun {
  content: OpenContent
  /** Aborted when this attempt at it is over. */
  signal: AbortSignal
  /** Puts on record that it began so long ago; what is on record then. */
  begin: (forMs: number) => Promise<Begun>
  record: (record: NodeRecord) => Promise<void>
  end: (end: RunEnd) => Promise<unknown>
}

/** What is written soon for those who look at a test is of no hurry where nobody does. */
const SHOW_WITHIN_MS = 50
const WRITE_WITHIN_MS = 500

const OVER = {
  status: 'failed',
  failure: { message: 'The run was ended before it began.', retry: false },
} as const

/** A run that is begun, or taken up again, as the durable walk sees it. */
export function openRun(context: WorkflowsContext, opened: RunToOpen): RunToWalk {
  const { run, begun, signal } = opened
  const beginning = new RunBeginning(begun, opened.begin)
  const record = async (one: NodeRecord) => {
    await beginning.write()
    await opened.record(one)
  }
  const isFresh = begun === 'begun' && run.replayFrom === null
  const notes = new RunNotes({
    write: async (records) => {
      await untilAnswered(() => Promise.all(records.map(record)), signal)
    },
    withinMs: run.trigger === 'manual' ? SHOW_WITHIN_MS : WRITE_WITHIN_MS,
    known: isFresh ? undefined : () => untilAnswered(() => listTaken(context.db, run.id), signal),
  })
  const started = new Map<string, Date>()
  return {
    ...opened.content,
    isBegun: begun !== 'begun',
    payload: run.payload === null ? undefined : (JSON.parse(run.payload) as Json),
    async take(given) {
      const { turn, attempt } = given
      const leave = (at: Date) => started.set(`${turn.key} ${attempt}`, at)
      const taking = { ...given, run, record, leave }
      if (hasNoEffect(turn.planned.node.kind))
        return takeTurn(context, { ...taking, isResumed: begun === 'resumed' })
      await notes.settle()
      // Before anything is done that cannot be taken back, it is known whether it may have been done already.
      const now = await untilAnswered(() => beginning.write(), signal)
      return now === 'over' ? OVER : takeTurn(context, { ...taking, isResumed: now === 'resumed' })
    },
    known: (turn) => (run.replayFrom === null ? triggerOutcome(turn, run) : undefined),
    note({ turn, attempt, outcome }) {
      if (!hasNoEffect(turn.planned.node.kind)) return
      const name = `${turn.key} ${attempt}`
      const endedAt = new Date()
      const startedAt = started.get(name) ?? endedAt
      started.delete(name)
      const place = { turn: withNewInput(turn, run), attempt, startedAt }
      notes.add(name, () => endRecord(beginRecord(run.id, place), { outcome, endedAt }))
    },
    async settle() {
      await notes.settle()
      await untilAnswered(() => beginning.write(), signal)
    },
    async end(ending: RunEnding) {
      const { status } = ending
      const result = 'result' in ending ? resultText(ending.result) : null
      const error = 'error' in ending ? ending.error : null
      const records = await notes.takeRest()
      const end = { id: run.id, status, result, error, records, begunMs: beginning.forMs }
      if (status === 'failed') await endFailedRun(context, end)
      else await opened.end(end)
    },
  }
}
