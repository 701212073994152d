import { ApiError } from '@plinth/client'
import { createRow, deleteRows, listRows, type Row, updateRow, updateRows } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import type { Edits, RowEdit } from './edits.ts'
import { readRowProblems, readTheirs } from './read-refusal.ts'
import type { RowScope } from './row-scope.ts'
import { listClashes, type Settled } from './settle-edits.ts'

export interface SaveOutcome extends Settled {
  problems: readonly { id: string; column: string; message: string }[]
  theirs: readonly Row[]
  /** What failed without saying which cell. */
  failures: readonly unknown[]
}

interface Tally {
  stored: { id: string; row: Row }[]
  deleted: string[]
  problems: { id: string; column: string; message: string }[]
  theirs: Row[]
  failures: unknown[]
}

/** Rows up to this many are written one by one, each with its own answer; more go together. */
const ONE_BY_ONE = 20
const MOST_AT_ONCE = 500

type Entry = readonly [id: string, edit: RowEdit]

function queryOf({ projectId, environment }: RowScope) {
  return { $projectId: projectId, $environment: environment }
}

function note(tally: Tally, { id, edit }: { id: string; edit: RowEdit }, error: unknown): void {
  const theirs = readTheirs(error)
  const problems = readRowProblems(error, Object.keys(edit.values))
  if (theirs) tally.theirs.push(theirs)
  else if (problems.length > 0) tally.problems.push(...problems.map((one) => ({ id, ...one })))
  else tally.failures.push(error)
}

async function change(scope: RowScope, [id, edit]: Entry, based: string | undefined) {
  const { data } = await client.call(updateRow, {
    params: { table: scope.table, id },
    query: queryOf(scope),
    body: edit.values,
    ...(based ? { ifMatch: based } : {}),
  })
  return data
}

/** Writes a row on top of the version it was read in; changes of others beside ours are no hindrance. */
async function changeOnTop(scope: RowScope, entry: Entry, { edits }: Saving) {
  const [id, edit] = entry
  const base = edits.bases.get(id)
  try {
    return await change(scope, entry, base?.updatedOn)
  } catch (error) {
    const theirs = readTheirs(error)
    if (!theirs || listClashes(edit, { base, theirs }).length > 0) throw error
    return await change(scope, entry, theirs.updatedOn)
  }
}

async function saveOne(scope: RowScope, entry: Entry, saving: Saving) {
  const [id, edit] = entry
  try {
    if (edit.state === 'added') {
      const input = { params: { table: scope.table }, query: queryOf(scope), body: edit.values }
      const { data } = await client.call(createRow, input)
      saving.tally.stored.push({ id, row: data as Row })
    } else saving.tally.stored.push({ id, row: await changeOnTop(scope, entry, saving) })
  } catch (error) {
    note(saving.tally, { id, edit }, error)
  }
}

/** A filter may be 4 KB long, which is room for this many ids. */
const MOST_NAMED = 90

/** Which rows somebody else has changed since they were read: a bulk change names no versions. */
async function findNewer(scope: RowScope, entries: readonly Entry[], { edits }: Saving) {
  const newer: Row[] = []
  for (let at = 0; at < entries.length; at += MOST_NAMED) {
    const ids = entries.slice(at, at + MOST_NAMED).map(([id]) => JSON.stringify(id))
    const { data } = await client.call(listRows, {
      params: { table: scope.table },
      query: { ...queryOf(scope), $filter: `id in [${ids.join(',')}]`, $limit: MOST_NAMED },
    })
    newer.push(...data.filter((row) => edits.bases.get(row.id)?.updatedOn !== row.updatedOn))
  }
  return newer
}

async function saveMany(scope: RowScope, entries: readonly Entry[], saving: Saving) {
  const newer = await findNewer(scope, entries, saving)
  const ids = new Set(newer.map(({ id }) => id))
  // Those few are written with their versions, so that the server tells apart what clashes.
  await saveEach(
    scope,
    entries.filter(([id]) => ids.has(id)),
    saving,
  )
  const rest = entries.filter(([id]) => !ids.has(id))
  if (rest.length > 0) await saveTogether(scope, rest, saving)
}

async function saveTogether(scope: RowScope, entries: readonly Entry[], saving: Saving) {
  const body = entries.map(([id, { values }]) => ({ ...values, id }))
  try {
    const input = { params: { table: scope.table }, query: queryOf(scope), body }
    const { data } = await client.call(updateRows, input)
    for (const row of data) saving.tally.stored.push({ id: row.id, row })
  } catch (error) {
    // All or none: one bad row must not keep the others from being told apart.
    if (!(error instanceof ApiError) || error.status >= 500) saving.tally.failures.push(error)
    else await saveEach(scope, entries, saving)
  }
}

interface Saving {
  edits: Edits
  tally: Tally
}

const LANES = 4

async function saveEach(scope: RowScope, entries: readonly Entry[], saving: Saving) {
  const queue = entries[Symbol.iterator]()
  const lane = async () => {
    for (const entry of queue) await saveOne(scope, entry, saving)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / MOST_AT_ONCE) }, (_, at) =>
    list.slice(at * MOST_AT_ONCE, (at + 1) * MOST_AT_ONCE),
  )
}

async function saveDeletions(scope: RowScope, ids: readonly string[], tally: Tally) {
  for (const body of chunks(ids)) {
    try {
      const input = { params: { table: scope.table }, query: queryOf(scope), body }
      await client.call(deleteRows, input)
      tally.deleted.push(...body)
    } catch (error) {
      tally.failures.push(error)
    }
  }
}

/** Sends what waits, except what is known to be wrong or undecided; says what became of each row. */
export async function saveEdits(scope: RowScope, edits: Edits): Promise<SaveOutcome> {
  const tally: Tally = { stored: [], deleted: [], problems: [], theirs: [], failures: [] }
  const saving = { edits, tally }
  const ready = [...edits.rows].filter(
    ([, { problems, theirs }]) => Object.keys(problems).length === 0 && theirs === undefined,
  )
  const added = ready.filter(([, { state }]) => state === 'added')
  const changed = ready.filter(([, { state }]) => state === 'changed')
  const gone = ready.flatMap(([id, { state }]) => (state === 'deleted' ? [id] : []))
  // New rows keep the order in which they were made.
  for (const entry of added) await saveOne(scope, entry, saving)
  if (changed.length <= ONE_BY_ONE) await saveEach(scope, changed, saving)
  else for (const some of chunks(changed)) await saveMany(scope, some, saving)
  await saveDeletions(scope, gone, tally)
  return tally
}
