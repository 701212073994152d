import { deleteRows, type Row, updateRows } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { listClashes } from './clashes.ts'
import { readStaleRows, type StaleRow } from './read-save-error.ts'
import { type Entry, queryOf, type Saving } from './save-tally.ts'

/** Attempts when other users change rows during the save; the rest is left for the next save. */
const MAX_ATTEMPTS = 4

type Versions = Map<string, string | undefined>

/** Rebases edits of stale rows onto the newer versions; rows with conflicts are removed from this save. */
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
 * Updates rows in one atomic request, each checked against the version it was read in. Returns the error if the
 * request failed for another reason than stale rows.
 */
export async function updateBatch(saving: Saving, entries: readonly Entry[]): Promise<unknown> {
  const { scope, edits, tally } = saving
  const versions: Versions = new Map(entries.map(([id]) => [id, edits.bases.get(id)?.updatedOn]))
  let left = entries
  let lastError: unknown
  for (let attempt = 0; attempt < MAX_ATTEMPTS && left.length > 0; attempt += 1) {
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

/** Deletes rows in one atomic request; rows that another user changed meanwhile are not deleted but reported. */
export async function deleteBatch(saving: Saving, ids: readonly string[]): Promise<void> {
  const { scope, edits, tally } = saving
  const versions: Versions = new Map(ids.map((id) => [id, edits.bases.get(id)?.updatedOn]))
  let left = ids
  for (let attempt = 0; attempt < MAX_ATTEMPTS && left.length > 0; attempt += 1) {
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
      // Rows already deleted by another user count as deleted.
      tally.deleted.push(...stale.flatMap(({ id, theirs }) => (theirs ? [] : [id])))
      left = left.filter((id) => !found.has(id))
    }
  }
}
