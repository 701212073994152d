import type { SavedQuery } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useKeptDrafts } from '../../state/unsaved/kept-drafts.ts'
import { showToast } from '../../ui/toast/toast.ts'
import type { Naming } from './name-dialog.tsx'
import { NEW_QUERY, type QueryDraft, queryDrafts, rescueDrafts } from './query-drafts.ts'
import { describeFailure, useSavedQueries, useSaveQuery } from './saved-query-calls.ts'
import { sqlStrings as strings } from './strings.ts'

const KEY = 'shown query'

type Drafts = ReadonlyMap<string, { draft: QueryDraft }>

function lastChanged(drafts: Drafts): string {
  const [newest] = [...drafts].toSorted(([, a], [, b]) => b.draft.changedOn - a.draft.changedOn)
  return newest?.[0] ?? NEW_QUERY
}

/** The id of the query in the editor: the last one that was shown, or after a reload the last one that was changed. */
function useShownId(projectId: string, drafts: Drafts) {
  const cache = useQueryClient()
  const queryKey = [KEY, projectId]
  const [shownId, setShownId] = useState(
    () => cache.getQueryData<string>(queryKey) ?? lastChanged(drafts),
  )
  const show = (id: string) => {
    setShownId(id)
    cache.setQueryDefaults([KEY], { gcTime: Number.POSITIVE_INFINITY })
    cache.setQueryData(queryKey, id)
  }
  return [shownId, show] as const
}

interface Project {
  id: string
  name: string
}

/** The query in the editor, its unsaved text, and how it is saved. Unsaved texts stay over screens and reloads. */
export function useEditedQuery({ id: projectId, name: project }: Project) {
  const drafts = useKeptDrafts(queryDrafts, projectId)
  const [shownId, show] = useShownId(projectId, drafts)
  const list = useSavedQueries(projectId)
  const save = useSaveQuery(projectId)
  const [naming, setNaming] = useState<Naming>()
  const opened = list.data?.find(({ id }) => id === shownId)
  const shown = drafts.get(shownId)
  const text = shown?.draft.text ?? opened?.sql ?? ''
  const saved = list.isSuccess && !list.isFetching ? list.data : undefined
  const isGone = saved !== undefined && shownId !== NEW_QUERY && !opened
  const keep = (draft: QueryDraft) =>
    queryDrafts.set({
      projectId,
      project,
      id: shownId,
      name: opened?.name ?? shown?.name ?? '',
      draft,
    })

  useEffect(() => {
    if (saved) rescueDrafts({ id: projectId, name: project }, saved)
  }, [saved, projectId, project])
  useEffect(() => {
    if (isGone) show(NEW_QUERY)
  })

  const base = shown?.draft.revision ?? opened?.revision
  const setText = (next: string) => {
    const isSaved = next === (opened?.sql ?? '') && base === opened?.revision
    if (isSaved) queryDrafts.drop(projectId, shownId)
    else
      keep({ text: next, changedOn: Date.now(), ...(base === undefined ? {} : { revision: base }) })
  }
  const fail = (error: unknown) =>
    showToast({
      title: strings.saveFailed,
      description: describeFailure(error),
      variant: 'destructive',
    })
  return {
    ...{ text, setText, list, shownId, opened, naming, setNaming, show, drafts },
    /** Whether the saved text is not known yet. */
    isLoading: !shown && shownId !== NEW_QUERY && list.isLoading,
    isSaving: save.isPending,
    isTooLarge: shown?.isTooLarge === true,
    discard: (id: string) => queryDrafts.drop(projectId, id),
    /** Whether another member saved the query after this text was started. */
    isStale: opened !== undefined && base !== opened.revision,
    /** Lets the next save replace what the other member saved. */
    keepMine: () =>
      shown && opened ? keep({ ...shown.draft, revision: opened.revision }) : undefined,
    save: () =>
      opened
        ? save.mutate(
            {
              ...{ name: opened.name, sql: text },
              saved: { ...opened, revision: base ?? opened.revision },
            },
            { onError: fail },
          )
        : setNaming({ sql: text }),
    /** A renamed query may not be the one in the editor. */
    finishNaming: ({ id }: SavedQuery) => {
      if (!naming?.saved) {
        queryDrafts.drop(projectId, NEW_QUERY)
        show(id)
      }
      setNaming(undefined)
    },
  }
}

export type EditedQuery = ReturnType<typeof useEditedQuery>
