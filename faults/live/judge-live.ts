import type { Caller } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import {
  type Change,
  expectedOf,
  findWrong,
  makeVisibleRow,
  type Viewer,
  visibleAfter,
} from './live-changes.ts'
import type { LiveProject } from './live-project.ts'
import type { LiveReader } from './live-reader.ts'
import type { Seen } from './live-rules.ts'
import type { LiveVisitor, Visit } from './live-visitor.ts'

/** A project, the record of its changes, and who follows them. */
export interface LivePlace {
  project: LiveProject
  changes: Change[]
  /** How many changes there were when the round began. */
  from: number
  /** A row outside of the record. */
  otherRow: string
  readers: LiveReader[]
  visitor: LiveVisitor
}

const SHOWN = 3
/** A client that listed the rows meanwhile may not be sent the last row as a change; it gets another one. */
const LAST_ROW_MS = 2_000

function describe(words: string, expected: Map<string, number>, got: Map<string, Seen>): string[] {
  const ids = new Set([...expected.keys(), ...got.keys()])
  const wrong = [...ids].filter((id) => expected.get(id) !== got.get(id)?.n)
  const shown = wrong
    .slice(0, SHOWN)
    .map((id) => `row ${id} has n ${got.get(id)?.n}, not ${expected.get(id)}`)
  return wrong.length === 0 ? [] : [`${words}: ${wrong.length} rows are wrong, ${shown.join(', ')}`]
}

/** What each client should know, by the record of changes and a rule that nothing of the product evaluates. */
function prepare({ project, changes, from, otherRow, readers, visitor }: LivePlace) {
  const rule = project.rules.current
  const recent = changes.slice(from)
  const byRow = Map.groupBy(recent, ({ id }) => id)
  const newest = new Map(changes.map(({ id, after }) => [id, after]))
  const without = (rows: Map<string, Seen>) => new Map([...rows].filter(([id]) => id !== otherRow))

  function findInEvents(reader: LiveReader, viewer: Viewer, expected: Map<string, string[]>) {
    // After a reset the client knows what it listed, which has no order.
    if (reader.resets > 0) return []
    const ids = new Set([...byRow.keys(), ...reader.rows.keys()])
    return [...ids].flatMap((id) => {
      const [want, got] = [expected.get(id) ?? [], reader.rows.get(id) ?? []]
      const isSame = want.join() === got.join()
      const resumed = findWrong(byRow.get(id) ?? [], got, viewer)
      const problem = reader.connects === 1 ? !isSame && `expected ${want}` : resumed
      return problem ? [`row ${id} has ${got}: ${problem}`] : []
    })
  }

  function findInVisit({ id, wanted, isSubscribed, rows }: Visit, viewer: Viewer): string[] {
    if (!isSubscribed) return [`subscription ${id} has not begun`]
    const expected = new Map(
      [...newest].flatMap(([row, after]) =>
        after && rule.sees(after, viewer.userId) && wanted.matches(after) ? [[row, after.n]] : [],
      ),
    )
    return describe(`subscription ${id} (${wanted.filter})`, expected, rows)
  }

  const judged = readers.map((reader, at) => {
    const viewer = { userId: reader.user.id, rule }
    const [events, state] = [expectedOf(recent, viewer), visibleAfter(changes, viewer)]
    return () =>
      [
        ...findInEvents(reader, viewer, events),
        ...describe('in the end', state, without(reader.state)),
        ...reader.problems,
      ].map((words) => `reader ${at} of ${project.database}: ${words}`)
  })
  const visits = () => {
    const viewer = { userId: visitor.user.id, rule }
    const found = [...visitor.visits.values()].flatMap((visit) => findInVisit(visit, viewer))
    if (visitor.visits.size === 0) found.push('has no subscription')
    return [...found, ...visitor.problems].map(
      (words) => `visitor of ${project.database}: ${words}`,
    )
  }
  return () => [...judged.flatMap((judge) => judge()), ...visits()]
}

/**
 * Sends each reader a last row: what was changed before it has arrived by then. Otherwise a row that came and went could
 * arrive in the next round.
 */
async function sendLastRows(
  { project, changes, readers }: LivePlace,
  { caller, limitMs }: Judging,
): Promise<void> {
  const hasArrived = async (reader: LiveReader) => {
    const viewer = { userId: reader.user.id, rule: project.rules.current }
    const id = await makeVisibleRow({ project, changes, caller }, viewer)
    return eventually(() => reader.rows.has(id), { limitMs: LAST_ROW_MS })
  }
  await Promise.all(readers.map((each) => eventually(() => hasArrived(each), { limitMs })))
}

interface Judging {
  caller: () => Caller
  limitMs: number
}

/** Waits until every client knows what it should; otherwise returns what is wrong. */
export async function judgeLive(places: readonly LivePlace[], judging: Judging): Promise<string[]> {
  for (const { visitor } of places) visitor.isMoving = false
  const { limitMs } = judging
  await Promise.all(places.map((place) => sendLastRows(place, judging)))
  const judges = places.map(prepare)
  const all = () => judges.flatMap((judge) => judge())
  await eventually(() => all().length === 0, { limitMs, everyMs: 200 })
  return all().slice(0, 20)
}
