import { ApiError } from '@plinth/client'
import type { Workflow } from '@plinth/contract'
import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useOwnEnvironment } from '../../state/environment.ts'
import { workflowPlace } from '../../state/places.ts'
import { useVisit } from '../../state/recents.ts'
import { EditorSkeleton } from '../../state/screen-skeletons.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { PageMessage } from '../../ui/layout/page-message.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { buttonStyle } from '../../ui/primitives/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { useWorkflow } from './editor/workflow-queries.ts'
import { contentOf, emptyContent } from './graph/content-of.ts'
import { workflowEditorStrings as strings } from './strings/editor-strings.ts'
import { WorkflowViewer } from './viewer/workflow-viewer.tsx'
import { WorkflowEditor } from './workflow-editor.tsx'

interface OpenProps {
  workflowId: string | undefined
  /** A workflow that was just created stays in the same editor, to preserve its undo history. */
  start: Workflow | undefined
  onCreated: (workflow: Workflow) => void
}

function Opened({ workflowId, start, onCreated }: OpenProps) {
  useOwnEnvironment(start?.environment.name ?? 'dev')
  const [stored] = useState(() => ({
    content: start ? contentOf(start) : emptyContent(),
    revision: start?.revision,
  }))
  return (
    <ReactFlowProvider>
      <WorkflowEditor {...stored} workflowId={workflowId} onCreated={onCreated} />
    </ReactFlowProvider>
  )
}

function Missing({ projectId }: { projectId: string }) {
  return (
    <PageMessage title={strings.missing} text={strings.missingText}>
      <Link to={`/project/${projectId}/workflow`} className={buttonStyle('outline')}>
        {strings.backToList}
      </Link>
    </PageMessage>
  )
}

/** Loads an existing workflow. */
function Loaded({ workflowId, onCreated }: Omit<OpenProps, 'start'> & { workflowId: string }) {
  const { id: projectId, name: project } = useCurrentProject()
  const query = useWorkflow(projectId, workflowId)
  const label = query.data?.name
  const to = workflowPlace(projectId, workflowId)
  useVisit(label === undefined ? undefined : { kind: 'workflow', to, label, project })
  const { isError, errorUpdatedAt } = query
  useOwnEnvironment(query.data?.environment.name)
  useEffect(() => {
    if (isError && errorUpdatedAt) {
      showToast({ title: strings.toast.loadFailed, variant: 'destructive' })
    }
  }, [isError, errorUpdatedAt])
  if (query.data?.environment.name === 'production') return <WorkflowViewer workflow={query.data} />
  if (query.data) return <Opened workflowId={workflowId} start={query.data} onCreated={onCreated} />
  if (isError) {
    const { error } = query
    const isMissing = error instanceof ApiError && ['not_found', 'bad_request'].includes(error.code)
    if (isMissing) return <Missing projectId={projectId} />
    return <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} className="h-full" />
  }
  return <EditorSkeleton />
}

/** `/workflow/edit` and `/workflow/edit/{workflowId}`. */
export function WorkflowEditorScreen() {
  const project = useCurrentProject()
  const { workflowId } = useParams()
  const navigate = useNavigate()
  const [createdId, setCreatedId] = useState<string>()
  usePageTitle(strings.title, project.name)
  const created = (workflow: Workflow) => {
    setCreatedId(workflow.id)
    navigate(`/project/${project.id}/workflow/edit/${workflow.id}`, { replace: true })
  }
  if (workflowId === undefined || workflowId === createdId) {
    return <Opened key={project.id} workflowId={workflowId} start={undefined} onCreated={created} />
  }
  return <Loaded key={workflowId} workflowId={workflowId} onCreated={created} />
}
