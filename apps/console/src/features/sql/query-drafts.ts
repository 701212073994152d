import type { SavedQuery } from '@plinth/contract'
import * as z from 'zod'
import { createKeptDrafts, type KeptDrafts } from '../../state/unsaved/kept-drafts.ts'

/** The text of a query that is not saved. */
const QueryDraft = z.object({
  text: z.string(),
  /** The revision of the saved query that the text was changed from. */
  revision: z.number().optional(),
  /** When the text was last changed, in milliseconds. */
  changedOn: z.number(),
})
export type QueryDraft = z.infer<typeof QueryDraft>

/** The id of the query that was never saved, of which a project has one. */
export const NEW_QUERY = 'new'

/** By the id of the saved query. Results are not stored. */
export const queryDrafts: KeptDrafts<QueryDraft> = createKeptDrafts({
  kind: 'query',
  parse: (stored) => QueryDraft.safeParse(stored).data,
})

/** Called when a saved query was saved again: its draft is dropped, or continues from the new revision. */
export function settleDraft(projectId: string, saved: SavedQuery, query: SavedQuery): void {
  const entry = queryDrafts.find({ projectId, id: saved.id })
  if (!entry) return
  const { draft } = entry
  if (draft.text === query.sql) queryDrafts.drop(projectId, saved.id)
  else if (draft.revision === saved.revision)
    queryDrafts.set({ ...entry, name: query.name, draft: { ...draft, revision: query.revision } })
}

/** Texts of queries that other members deleted become part of the new query, so that none is lost. */
export function rescueDrafts(project: { id: string; name: string }, saved: readonly SavedQuery[]) {
  const known = new Set([NEW_QUERY, ...saved.map(({ id }) => id)])
  const entries = [...queryDrafts.entries.get().values()]
  for (const { projectId, id, draft } of entries) {
    if (projectId !== project.id || known.has(id)) continue
    queryDrafts.drop(projectId, id)
    const text = queryDrafts.find({ projectId, id: NEW_QUERY })?.draft.text
    queryDrafts.set({
      ...{ projectId, project: project.name, id: NEW_QUERY, name: '' },
      draft: {
        text: text === undefined ? draft.text : `${text}\n\n${draft.text}`,
        changedOn: draft.changedOn,
      },
    })
  }
}
