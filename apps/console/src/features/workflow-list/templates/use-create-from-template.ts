import { ApiError, RequestError } from '@plinth/client'
import {
  type Configuration,
  createWorkflow,
  deleteWorkflow,
  type NodeDefinition,
  saveConfiguration,
} from '@plinth/contract'
import { addMissing, type Template, templateWorkflow } from '@plinth/schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { projectKey, useCurrentProject } from '../../../state/current-project.tsx'
import { newId } from '../../../state/new-id.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { useReload } from '../list-queries.ts'
import { workflowListStrings } from '../strings.ts'
import { templateStrings as words } from './strings.ts'

interface Wanted {
  template: Template
  name: string
  createsTables: boolean
  definitions: readonly NodeDefinition[]
}

/** The draft with the tables of the template; the same object if nothing is missing. */
function completeDraft(draft: Configuration, { template, createsTables }: Wanted): Configuration {
  if (!createsTables) return draft
  const added = addMissing({ configuration: draft, template, newId })
  if (!added.ok) throw new Error(added.issues[0]?.message)
  return added.configuration
}

function describeFailure(error: Error): string {
  if (error instanceof ApiError && error.code === 'stale') return words.stale
  return error instanceof RequestError ? workflowListStrings.unreachable : error.message
}

/** Creates the inactive workflow of a template and the tables that it lacks, both or neither, and opens the editor. */
export function useCreateFromTemplate() {
  const { id: projectId, configuration } = useCurrentProject()
  const { new_configuration: draft, revision } = configuration
  const params = { projectId }
  const queries = useQueryClient()
  const reload = useReload('workflows')
  const navigate = useNavigate()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (wanted: Wanted) => {
      const newConfiguration = completeDraft(draft, wanted)
      const drawn = templateWorkflow(wanted.template, wanted.definitions)
      const body = { name: wanted.name, ...drawn, active: false }
      const { workflow } = (await client.call(createWorkflow, { params, body })).data
      const hasNewTables = newConfiguration !== draft
      if (!hasNewTables) return { workflow, hasNewTables }
      try {
        await client.call(saveConfiguration, {
          params,
          body: { newConfiguration },
          ifMatch: revision,
        })
      } catch (failure) {
        await client.call(deleteWorkflow, { params: { projectId, workflowId: workflow.id } })
        throw failure
      }
      return { workflow, hasNewTables }
    },
    onSuccess: ({ workflow, hasNewTables }) => {
      const description = hasNewTables ? words.syncText : words.createdText
      showToast({ title: words.created(workflow.name), description })
      navigate(`/project/${projectId}/workflow/edit/${workflow.id}`)
    },
    onError: (failure) => logFailure('Creating a workflow from a template', failure),
    onSettled: () =>
      Promise.all([reload(), queries.invalidateQueries({ queryKey: projectKey(projectId) })]),
  })
  return { create: mutate, isPending, problem: error ? describeFailure(error) : undefined, reset }
}
