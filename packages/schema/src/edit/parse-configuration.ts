import { Configuration } from '@plinth/contract'
import { type EditResult, type NewId, rejectEdit } from '../model/edit-result.ts'
import { findDuplicateIds } from '../model/find-duplicate-ids.ts'
import { pairRelations } from '../relations/pair-relations.ts'

/** Parses the raw JSON editor's text; `before` is the draft it replaces, needed to detect renames. */
export function parseConfiguration({
  text,
  before,
  newId,
}: {
  text: string
  before: Configuration
  newId: NewId
}): EditResult {
  const value = readJson(text)
  if (!value) return rejectEdit({ message: 'This is not valid JSON.' })
  const read = Configuration.safeParse(value.json)
  if (!read.success) {
    const issues = read.error.issues.map(({ path, message }) => ({
      tableId: null,
      columnId: null,
      path: path.join('.'),
      message,
    }))
    return { ok: false, issues }
  }
  const doubled = findDuplicateIds(read.data)
  if (doubled.length > 0) return { ok: false, issues: doubled }
  return { ok: true, configuration: pairRelations({ configuration: read.data, before, newId }) }
}

function readJson(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}
