import { Navigate, useParams } from 'react-router'
import { sectionPath } from '../../state/section.ts'

/** Redirects a project URL without a section to the last selected one. */
export function SectionRedirect() {
  const { projectId = '' } = useParams()
  return <Navigate to={sectionPath(projectId)} replace />
}
