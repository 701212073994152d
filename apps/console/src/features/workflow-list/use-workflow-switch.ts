import { updateWorkflow, type Workflow } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { readStale } from '../../api/read-stale.ts'
import { useCurrentProject } from '../../state/current-project.tsx'
import { shownWorkflowName } from '../../state/workflow-name.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { useReload } from './list-queries.ts'
import { workflowListStrings as strings } from './strings.ts'

const words = strings.workflow

/** Saves a workflow as active or not, which makes a version of it. */
export function useWorkflowSwitch() {
  const projectId = useCurrentProject().id
  const queries = useQueryClient()
  const reload = useReload('workflows')
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, name, nodes, connections, settings, active, revision }: Workflow) =>
      client.call(updateWorkflow, {
        params: { projectId, workflowId: id },
        body: { name, nodes, connections, settings, active: !active },
        ifMatch: revision,
      }),
    onSuccess: (_, { name, active }) => {
      const shown = shownWorkflowName(name)
      showToast({ title: active ? words.deactivated(shown) : words.activated(shown) })
    },
    onError: (error) => {
      logFailure('Switching a workflow', error)
      const description = readStale(error) ? words.switchStale : error.message
      showToast({ title: words.switchFailed, description, variant: 'destructive' })
    },
    onSettled: (_data, _error, { id }) =>
      Promise.all([
        reload(),
        queries.invalidateQueries({ queryKey: ['workflow', projectId, id] }),
        queries.invalidateQueries({ queryKey: ['workflow activity', projectId] }),
      ]),
  })
  return { change: mutate, switching: isPending ? variables.id : undefined }
}
