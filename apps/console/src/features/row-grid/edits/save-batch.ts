import { deleteRows, type Row, updateRows } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { listClashes } from './apply-save-result.ts'
import { readStaleRows, type StaleRow } from './read-save-error.ts'
import { type Entry, queryOf, type Saving } from './save-tally.ts'

/** How often others may change rows in between before the rest is left for the next save. */
const TRIES = 4

type Versions = Map<string, string | undefined>

/** Tells apart what of a stale row can go on top of it; the rest is out of this save. */
function rebase(saving: Saving, entries: readonly Entry[], stale: readonly StaleRow[]) {
  const { tally, edits } = saving
  const found = new Map(stale.map((row) => [row.id, row]))
  const versions: Versions = new Map()
  const left = entries.filter(([id, edit]) => {
    const row = found.get(id)
    if (!row) return true
    const { theirs } = row
    if (theirs === null) tally.deletedByOthers.push(id)
    else if (listClashes(edit, { base: edits.bases.get(id), theirs }).length > 0)
      tally.theirs.push(theirs)
    else versions.set(id, theirs.updatedOn)
    return versions.has(id)
  })
  return { left, versions }
}

/**
 * Writes changed rows in one request, all or none, each in the version it was read in. Answers with the
 * error of a refusal that names no row.
 */
export async function updateBatch(saving: Saving, entries: readonly Entry[]): Promise<unknown> {
  const { scope, edits, tally } = saving
  const versions: Versions = new Map(entries.map(([id]) => [id, edits.bases.get(id)?.updatedOn]))
  let left = entries
  let lastError: unknown
  for (let attempt = 0; attempt < TRIES && left.length > 0; attempt += 1) {
    const body = left.map(([id, { values }]) => ({ ...values, id, ...versionOf(versions, id) }))
    try {
      const input = { params: { table: scope.table }, query: queryOf(scope), body }
      const { data } = await client.call(updateRows, input)
      for (const row of data) tally.stored.push({ id: row.id, row })
      return undefined
    } catch (error) {
      lastError = error
      const stale = readStaleRows(error)
      if (!stale) return error
      const rebased = rebase(saving, left, stale)
      for (const [id, updatedOn] of rebased.versions) versions.set(id, updatedOn)
      left = rebased.left
    }
  }
  return left.length > 0 ? lastError : undefined
}

function versionOf(versions: Versions, id: string): { updatedOn?: string } {
  const updatedOn = versions.get(id)
  return updatedOn ? { updatedOn } : {}
}

/** Deletes rows in one request, all or none; what somebody else changed meanwhile is shown and stays. */
export async function deleteBatch(saving: Saving, ids: readonly string[]): Promise<void> {
  const { scope, edits, tally } = saving
  const versions: Versions = new Map(ids.map((id) => [id, edits.bases.get(id)?.updatedOn]))
  let left = ids
  for (let attempt = 0; attempt < TRIES && left.length > 0; attempt += 1) {
    const body = left.map((id) => ({ id, ...versionOf(versions, id) }))
    try {
      const input = { params: { table: scope.table }, query: queryOf(scope), body }
      await client.call(deleteRows, input)
      tally.deleted.push(...left)
      return
    } catch (error) {
      const stale = readStaleRows(error)
      if (!stale) {
        tally.failures.push(error)
        return
      }
      const found = new Map(stale.map((row) => [row.id, row]))
      const changed = stale.flatMap(({ theirs }): Row[] => (theirs ? [theirs] : []))
      tally.theirs.push(...changed)
      // What somebody else deleted first is gone, as was wanted.
      tally.deleted.push(...stale.flatMap(({ id, theirs }) => (theirs ? [] : [id])))
      left = left.filter((id) => !found.has(id))
    }
  }
}
