import { Link } from 'react-router'
import { useCurrentProject } from '../../state/current-project.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { PageMessage } from '../../ui/page-message.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { strings } from './strings.ts'

export function DataScreen() {
  const { name } = useCurrentProject()
  usePageTitle(strings.title, name)
  return (
    <PageMessage title={name} text={strings.empty}>
      <Link to="/home" className={buttonStyle('outline')}>
        {strings.backToProjects}
      </Link>
    </PageMessage>
  )
}
