import { useNavigate } from 'react-router'
import { useCurrentProject } from '../../state/current-project.tsx'
import { Button } from '../../ui/button.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { strings } from './strings.ts'

export function DataScreen() {
  const { name } = useCurrentProject()
  const navigate = useNavigate()
  usePageTitle(strings.title, name)
  return (
    <PageMessage title={name} text={strings.empty}>
      <Button onClick={() => navigate('/home')}>{strings.backToProjects}</Button>
    </PageMessage>
  )
}
