import { ApiError } from '@plinth/client'
import { createRow, type Row, updateRow } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { listClashes } from './clashes.ts'
import type { Edits } from './edits.ts'
import { readTheirs } from './read-save-error.ts'
import { deleteBatch, updateBatch } from './save-batch.ts'
import { type Entry, queryOf, recordError, type Saving, type Tally } from './save-tally.ts'

/** Up to this many changed rows are saved one by one; more are saved in batches. */
const ONE_BY_ONE = 20
const MAX_BATCH = 500

async function change({ scope }: Saving, [id, edit]: Entry, based: string | undefined) {
  const { data } = await client.call(updateRow, {
    params: { table: scope.table, id },
    query: queryOf(scope),
    body: edit.values,
    ...(based ? { ifMatch: based } : {}),
  })
  return data
}

/** Updates a row with optimistic locking; retries once on a newer version that does not conflict. */
async function changeOnTop(saving: Saving, entry: Entry) {
  const [id, edit] = entry
  const base = saving.edits.bases.get(id)
  try {
    return await change(saving, entry, base?.updatedOn)
  } catch (error) {
    const theirs = readTheirs(error)
    if (!theirs || listClashes(edit, { base, theirs }).length > 0) throw error
    return await change(saving, entry, theirs.updatedOn)
  }
}

/** FNV-1a with two offsets. */
function fingerprint(text: string): string {
  let high = 0x811c9dc5
  let low = 0x9dc5811c
  for (let at = 0; at < text.length; at += 1) {
    high = Math.imul(high ^ text.charCodeAt(at), 0x01000193)
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193)
  }
  return [high, low].map((part) => (part >>> 0).toString(16)).join('-')
}

/** Creates a row. The same content has the same key, so that saving again after a lost answer adds no second row. */
async function addOne({ scope }: Saving, [id, { values }]: Entry): Promise<Row> {
  const { data } = await client.call(createRow, {
    params: { table: scope.table },
    query: queryOf(scope),
    body: values,
    idempotencyKey: `${id}-${fingerprint(JSON.stringify(values))}`,
  })
  return data as Row
}

async function saveOne(saving: Saving, entry: Entry) {
  const [id, { state }] = entry
  try {
    const row = state === 'added' ? await addOne(saving, entry) : await changeOnTop(saving, entry)
    saving.tally.stored.push({ id, row })
  } catch (error) {
    // A 404 can mean the row or the table; a bulk update reports which rows are missing.
    const isMissing = state === 'changed' && error instanceof ApiError && error.status === 404
    const problem = isMissing ? await updateBatch(saving, [entry]) : error
    if (problem !== undefined) recordError(saving, entry, problem)
  }
}

async function saveMany(saving: Saving, entries: readonly Entry[]) {
  const problem = await updateBatch(saving, entries)
  if (problem === undefined) return
  const { tally } = saving
  const isRejected = problem instanceof ApiError && problem.status < 500
  // A batch is atomic, so on a rejection the rows are saved one by one to find the invalid ones.
  const reported = new Set([...tally.deletedByOthers, ...tally.theirs.map(({ id }) => id)])
  const left = entries.filter(([id]) => !reported.has(id))
  if (isRejected) await saveEach(saving, left)
  else tally.failures.push(problem)
}

const CONCURRENCY = 4

async function saveEach(saving: Saving, entries: readonly Entry[]) {
  const queue = entries[Symbol.iterator]()
  const worker = async () => {
    for (const entry of queue) await saveOne(saving, entry)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / MAX_BATCH) }, (_, at) =>
    list.slice(at * MAX_BATCH, (at + 1) * MAX_BATCH),
  )
}

/** Saves all edits except invalid and conflicting ones; returns the outcome of each row. */
export async function saveEdits(scope: RowScope, edits: Edits): Promise<Tally> {
  const tally: Tally = {
    ...{ stored: [], deleted: [], deletedByOthers: [] },
    ...{ problems: [], theirs: [], failures: [] },
  }
  const saving: Saving = { scope, edits, tally }
  const ready = [...edits.rows].filter(
    ([, { problems, theirs }]) => Object.keys(problems).length === 0 && theirs === undefined,
  )
  const added = ready.filter(([, { state }]) => state === 'added')
  const changed = ready.filter(([, { state }]) => state === 'changed')
  const removed = ready.flatMap(([id, { state }]) => (state === 'deleted' ? [id] : []))
  // Sequential, so that new rows are stored in the order they were added.
  for (const entry of added) await saveOne(saving, entry)
  if (changed.length <= ONE_BY_ONE) await saveEach(saving, changed)
  else for (const some of chunks(changed)) await saveMany(saving, some)
  for (const some of chunks(removed)) await deleteBatch(saving, some)
  return tally
}
