import { ApiError } from '@plinth/client'
import { ReactFlowProvider } from '@xyflow/react'
import { Link, useParams } from 'react-router'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { PageMessage } from '../../../ui/layout/page-message.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { buttonStyle } from '../../../ui/primitives/button.tsx'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import { runPageStrings } from '../strings/run-page-strings.ts'
import { RunView } from './run-view.tsx'
import { useRun } from './use-run.ts'

function Loaded({ projectId, runId }: { projectId: string; runId: string }) {
  const query = useRun({ projectId, runId })
  if (query.data) {
    return (
      <ReactFlowProvider>
        <RunView run={query.data} projectId={projectId} />
      </ReactFlowProvider>
    )
  }
  if (query.isError) {
    const { error } = query
    const code = error instanceof ApiError ? error.code : ''
    if (['not_found', 'forbidden'].includes(code)) {
      const text = code === 'forbidden' ? error.message : runPageStrings.missingText
      return (
        <PageMessage title={runPageStrings.missing} text={text}>
          <Link to={`/project/${projectId}/workflow?tab=runs`} className={buttonStyle('outline')}>
            {runPageStrings.back}
          </Link>
        </PageMessage>
      )
    }
    return <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} className="h-full" />
  }
  return (
    <div
      role="status"
      aria-label={runPageStrings.loading}
      className="grid h-full place-items-center text-fg-3"
    >
      <Spinner />
    </div>
  )
}

/** `/workflow/run/{runId}`. */
export function RunScreen() {
  const project = useCurrentProject()
  const { runId = '' } = useParams()
  usePageTitle(runPageStrings.title, project.name)
  return <Loaded key={runId} projectId={project.id} runId={runId} />
}
