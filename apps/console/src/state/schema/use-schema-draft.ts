import type { Configuration, ProjectData } from '@plinth/contract'
import { useEffect, useMemo, useReducer } from 'react'
import { newSchemaDraft, reduceSchemaDraft, schemaDraftIsDirty } from './schema-draft.ts'

/** The draft of the open project and its actions. */
export function useSchemaDraft(project: ProjectData) {
  const { new_configuration: stored, revision } = project.configuration
  const [draft, send] = useReducer(
    reduceSchemaDraft,
    { configuration: stored, revision },
    newSchemaDraft,
  )
  const { past, present, future } = draft.history
  const isDirty = useMemo(() => schemaDraftIsDirty(draft), [draft])

  useEffect(() => {
    // A refetched configuration replaces a clean draft; a dirty draft is merged on save.
    if (revision <= draft.revision || isDirty) return
    send({ type: 'rebased', configuration: stored, saved: stored, revision })
  }, [stored, revision, draft.revision, isDirty])

  const actions = useMemo(
    () => ({
      send,
      edit: (configuration: Configuration) => send({ type: 'edited', configuration }),
      undo: () => send({ type: 'undone' }),
      redo: () => send({ type: 'redone' }),
    }),
    [],
  )
  return {
    ...actions,
    configuration: present,
    saved: draft.saved,
    revision: draft.revision,
    isDirty,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  }
}

export type DraftEditor = ReturnType<typeof useSchemaDraft>
