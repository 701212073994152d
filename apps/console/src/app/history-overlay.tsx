import { useMatch } from 'react-router'
import { HistoryDialog, type HistoryView } from '../features/releases/history-dialog.tsx'
import { useProjectQuery } from '../state/current-project.tsx'
import { openOverlay } from '../state/overlay.ts'

/** The database history of the open project; it can open over any of its screens. */
export function HistoryOverlay(props: { view: HistoryView; onClose: () => void }) {
  const match = useMatch('/project/:projectId/*')
  const { data: project } = useProjectQuery(match?.params.projectId ?? '')
  if (!project) return null
  return (
    <HistoryDialog
      project={project}
      view={props.view}
      onViewChange={openOverlay}
      onClose={props.onClose}
    />
  )
}
