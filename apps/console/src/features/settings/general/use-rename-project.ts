import { ApiError } from '@plinth/client'
import { type getProject, renameProject } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { projectKey, useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { generalStrings as strings } from './strings.ts'

type ProjectAnswer = z.output<typeof getProject.answer>

/** Renames the open project. */
export function useRenameProject() {
  const { id: projectId } = useCurrentProject()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (name: string) =>
      client.call(renameProject, { params: { projectId }, body: { name } }),
    onSuccess: ({ name }) => {
      queries.setQueryData<ProjectAnswer>(
        projectKey(projectId),
        (known) => known && { projectData: { ...known.projectData, name } },
      )
      showToast({ title: strings.renamed })
    },
    onError: (failure) => logFailure('Renaming a project', failure),
  })
  const problem =
    error instanceof ApiError ? error.message : error ? strings.renameFailed : undefined
  return { rename: mutate, busy: isPending, problem }
}
