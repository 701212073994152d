import { Navigate, useParams } from 'react-router'
import { sectionPath } from '../../state/section.ts'

/** A project's address without a section leads to the one last chosen. */
export function SectionRedirect() {
  const { projectId = '' } = useParams()
  return <Navigate to={sectionPath(projectId)} replace />
}
