import { listWorkflows, type WorkflowTrigger } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { client } from '../../../../api/client.ts'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { useEditorContext } from '../../editor/editor-context.tsx'

export interface SavedTrigger {
  dev: WorkflowTrigger | undefined
  production: WorkflowTrigger | undefined
  isLoading: boolean
}

/** The saved trigger in dev and production; refetched after every save. */
export function useTrigger(nodeId: string): SavedTrigger {
  const { id: projectId } = useCurrentProject()
  const { workflowId } = useParams()
  const { editor } = useEditorContext()
  const { revision } = editor.use().draft
  const query = useQuery({
    queryKey: ['triggers', projectId, workflowId, revision],
    queryFn: ({ signal }) => client.call(listWorkflows, { params: { projectId }, signal }),
    enabled: workflowId !== undefined,
    placeholderData: (before) => before,
  })
  const workflows = query.data?.workflows ?? []
  const own = workflows.find(({ id }) => id === workflowId)
  const live = workflows.find(
    ({ name, environment }) => environment.name === 'production' && name === own?.name,
  )
  const of = (workflow: typeof own) => workflow?.triggers.find((one) => one.nodeId === nodeId)
  return { dev: of(own), production: of(live), isLoading: query.isLoading }
}
