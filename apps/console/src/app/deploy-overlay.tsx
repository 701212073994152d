import { useMatch } from 'react-router'
import { DeployDialog } from '../features/releases/deploy-dialog.tsx'
import { useProjectQuery } from '../state/current-project.tsx'

/** The deploy dialog of the open project; it can open over any of its screens. */
export function DeployOverlay({ onClose }: { onClose: () => void }) {
  const match = useMatch('/project/:projectId/*')
  const { data: project } = useProjectQuery(match?.params.projectId ?? '')
  return project ? <DeployDialog project={project} onClose={onClose} /> : null
}
