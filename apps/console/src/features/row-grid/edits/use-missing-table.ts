import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { projectKey } from '../../../state/current-project.tsx'
import { isMissingTable } from './read-save-error.ts'

interface MissingTableOptions {
  projectId: string
  /** Whether an editor is open, whose text would be lost with the grid. */
  isEditing: boolean
  errors: readonly unknown[]
}

/**
 * Reads the project again when its table is not found, because another user deleted or renamed it. `RemovedTables` then
 * asks about unsaved changes.
 */
export function useMissingTable({ projectId, isEditing, errors }: MissingTableOptions): void {
  const queries = useQueryClient()
  const isMissing = errors.some(isMissingTable)
  useEffect(() => {
    if (isMissing && !isEditing) void queries.invalidateQueries({ queryKey: projectKey(projectId) })
  }, [isMissing, isEditing, projectId, queries])
}
