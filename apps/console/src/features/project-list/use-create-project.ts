import { ApiError } from '@plinth/client'
import { createProject } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { showToast } from '../../ui/toast.ts'
import { bodyOf } from './create-project-checks.ts'
import type { CreateProjectValues } from './create-project-values.ts'
import { PROJECTS_KEY } from './projects-query.ts'
import { strings } from './strings.ts'

function showFailure(error: Error) {
  const duplicate = error instanceof ApiError && error.code === 'conflict'
  const { create } = strings
  showToast({
    variant: 'destructive',
    title: duplicate ? create.duplicate : create.failed,
    description: duplicate ? create.duplicateText : create.failedText,
  })
}

/** Creates a project; on failure the form stays as it is, with the focus on the name. */
export function useCreateProject(form: UseFormReturn<CreateProjectValues>, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: CreateProjectValues) =>
      client.call(createProject, { body: bodyOf(values) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: PROJECTS_KEY })
      showToast({ title: strings.create.succeeded })
      onDone()
    },
    onError: (error) => {
      logFailure('Creating a project', error)
      showFailure(error)
      form.setFocus('name')
    },
  })
}
