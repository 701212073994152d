import type { Workflow } from '@plinth/contract'
import { Play, Save } from 'lucide-react'
import { Link } from 'react-router'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { inEnvironment } from '../../../state/environment.ts'
import { BarDivider } from '../../../ui/layout/top-bar.tsx'
import { buttonStyle } from '../../../ui/primitives/button.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { useDevWorkflow } from '../editor/workflow-queries.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { viewerStrings as words } from '../strings/viewer-strings.ts'

/** Name and status, with a link to the dev workflow. */
export function ViewerBar({ workflow }: { workflow: Workflow }) {
  const { id: projectId } = useCurrentProject()
  const twin = useDevWorkflow(projectId, workflow.name).data
  const { bar } = strings
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-1.5 border-b bg-surface px-3 py-1">
      <h2 title={workflow.name} className="min-w-24 flex-1 truncate px-2 text-sm font-semibold">
        {workflow.name}
      </h2>
      <span className="text-xs text-fg-2">{workflow.active ? words.active : words.inactive}</span>
      <span className="rounded-sm bg-violet-soft px-1.5 text-2xs leading-5 font-medium text-violet-text">
        {words.state}
      </span>
      {twin ? (
        <Link
          to={{
            pathname: `/project/${projectId}/workflow/edit/${twin.id}`,
            search: inEnvironment('', 'dev'),
          }}
          className={buttonStyle('outline')}
        >
          {words.openInDev}
        </Link>
      ) : null}
      <BarDivider />
      <GatedButton reason={words.readOnly}>
        <Save aria-hidden="true" />
        {bar.save}
      </GatedButton>
      {workflow.active ? (
        <GatedButton reason={words.noExecute} variant="primary">
          <Play aria-hidden="true" className="fill-current" />
          {bar.execute}
        </GatedButton>
      ) : null}
    </div>
  )
}
