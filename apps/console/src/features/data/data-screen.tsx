import { useCurrentProject } from '../../state/current-project.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { AccessDialog } from './access/access-dialog.tsx'
import { DataEditor } from './data-editor.tsx'
import { strings } from './strings.ts'

export function DataScreen() {
  const project = useCurrentProject()
  usePageTitle(strings.title, project.name)
  return (
    <>
      <DataEditor key={project.id} project={project} />
      <AccessDialog projectId={project.id} synced={project.configuration.old_configuration} />
    </>
  )
}
