import { ApiError } from '@plinth/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { projectKey } from '../../../state/current-project.tsx'
import { type GridStore, useEditCount } from './grid-store.ts'

interface MissingTableOptions {
  projectId: string
  store: GridStore
  errors: readonly unknown[]
}

/**
 * Reads the project again when its table is not found, because another user deleted or renamed it. Unsaved edits would
 * be discarded with their table, so they stay in view instead.
 */
export function useMissingTable({ projectId, store, errors }: MissingTableOptions): void {
  const queries = useQueryClient()
  const hasEdits = useEditCount(store) > 0
  const isMissing = errors.some((error) => error instanceof ApiError && error.code === 'not_found')
  useEffect(() => {
    if (isMissing && !hasEdits) void queries.invalidateQueries({ queryKey: projectKey(projectId) })
  }, [isMissing, hasEdits, projectId, queries])
}
