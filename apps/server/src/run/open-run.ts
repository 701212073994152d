import type { Json } from '@plinth/engine'
import type { Context } from '../context.ts'
import type { RunEnding, RunToWalk } from '../durable/run-world.ts'
import { endFailedRun } from './end-failed-run.ts'
import { listTaken, type NodeRecord } from './node-store.ts'
import type { OpenContent } from './run-content.ts'
import type { RunEnd } from './run-end-store.ts'
import { RunNotes } from './run-notes.ts'
import type { BegunRun } from './run-store.ts'
import { hasNoEffect, takeTurn, withNewInput } from './take-turn.ts'
import { beginRecord, endRecord } from './turn-record.ts'
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
  record: (record: NodeRecord) => Promise<void>
  end: (end: RunEnd) => Promise<unknown>
}

/** A run that is begun, or taken up again, as the durable walk sees it. */
export function openRun(context: Context, opened: RunToOpen): RunToWalk {
  const { run, begun, signal, record } = opened
  const isFresh = begun === 'begun' && run.replayFrom === null
  const notes = new RunNotes({
    write: async (records) => {
      await untilAnswered(() => Promise.all(records.map(record)), signal)
    },
    known: isFresh ? undefined : () => untilAnswered(() => listTaken(context.db, run.id), signal),
  })
  const started = new Map<string, Date>()
  return {
    begun,
    ...opened.content,
    payload: run.payload === null ? undefined : (JSON.parse(run.payload) as Json),
    async take(given) {
      const { turn, attempt } = given
      const leave = (at: Date) => started.set(`${turn.key} ${attempt}`, at)
      if (!hasNoEffect(turn.planned.node.kind)) await notes.settle()
      return takeTurn(context, { ...given, run, record, leave })
    },
    note({ turn, attempt, outcome }) {
      if (!hasNoEffect(turn.planned.node.kind)) return
      const name = `${turn.key} ${attempt}`
      const endedAt = new Date()
      const startedAt = started.get(name) ?? endedAt
      started.delete(name)
      const place = { turn: withNewInput(turn, run), attempt, startedAt }
      notes.add(name, () => endRecord(beginRecord(run.id, place), { outcome, endedAt }))
    },
    settle: () => notes.settle(),
    async end(ending: RunEnding) {
      const { status } = ending
      const result = 'result' in ending ? resultText(ending.result) : null
      const error = 'error' in ending ? ending.error : null
      const end = { id: run.id, status, result, error, records: await notes.takeRest() }
      if (status === 'failed') await endFailedRun(context, end)
      else await opened.end(end)
    },
  }
}
