import { AccessDialog } from '../../features/row-grid/access/access-dialog.tsx'
import { TableApiDialog } from '../../features/settings/api/table-api-dialog.tsx'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useEnvironment } from '../../state/environment.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { DataEditor } from './data-editor.tsx'
import { ProductionData } from './production-data.tsx'
import { dataStrings as strings } from './strings.ts'

export function DataScreen() {
  const project = useCurrentProject()
  usePageTitle(strings.title, project.name)
  const isDev = useEnvironment() === 'dev'
  const { old_configuration: synced } = isDev ? project.configuration : project.prodConfiguration
  const Screen = isDev ? DataEditor : ProductionData
  return (
    <>
      <Screen key={project.id} project={project} />
      <TableApiDialog synced={synced} />
      <AccessDialog projectId={project.id} synced={synced} />
    </>
  )
}
