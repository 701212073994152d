import { useCurrentProject } from '../../state/current-project.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { strings } from './strings.ts'

export function SettingsScreen() {
  usePageTitle(strings.title, useCurrentProject().name)
  return <PageMessage title={strings.title} text={strings.text} />
}
