import { ApiError } from '@plinth/client'
import { createProject, type FieldIssue } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { projectBodyOf } from './create-project-checks.ts'
import { type CreateProjectValues, EMPTY_PROJECT } from './create-project-values.ts'
import { PROJECTS_KEY } from './projects-query.ts'
import { projectListStrings as strings } from './strings.ts'

function showFailure(error: Error) {
  const duplicate = error instanceof ApiError && error.code === 'conflict'
  const { create } = strings
  showToast({
    variant: 'destructive',
    title: duplicate ? create.duplicate : create.failed,
    description: duplicate ? create.duplicateText : create.failedText,
  })
}

/** The form fields that the server rejected, with its messages. */
function refusedFields(error: Error): { path: keyof CreateProjectValues; message: string }[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return []
  const issues: FieldIssue[] = error.details
  const fields = Object.keys(EMPTY_PROJECT) as (keyof CreateProjectValues)[]
  return fields.flatMap((path) => {
    const issue = issues.find((candidate) => candidate.path === path)
    return issue ? [{ path, message: issue.message }] : []
  })
}

/** Creates a project; on failure the form keeps its values and focuses the rejected field. */
export function useCreateProject(form: UseFormReturn<CreateProjectValues>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: CreateProjectValues) =>
      client.call(createProject, { body: projectBodyOf(values) }),
    onSuccess: () => {
      showToast({ title: strings.create.succeeded })
      void queries.invalidateQueries({ queryKey: PROJECTS_KEY })
    },
    onError: (error) => {
      logFailure('Creating a project', error)
      showFailure(error)
      const refused = refusedFields(error)
      for (const { path, message } of refused) form.setError(path, { message })
      form.setFocus(refused[0]?.path ?? 'name')
    },
  })
}
