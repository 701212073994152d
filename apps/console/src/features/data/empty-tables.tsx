import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { PageMessage } from '../../ui/page-message.tsx'
import { strings } from './strings.ts'

/** A project without tables, and the way to the first one. */
export function EmptyTables({ name, onCreate }: { name: string; onCreate: () => void }) {
  return (
    <PageMessage title={name} text={strings.empty}>
      <Link to="/home" className={buttonStyle('outline')}>
        {strings.backToProjects}
      </Link>
      <Button variant="primary" onClick={onCreate}>
        {strings.createTable}
      </Button>
    </PageMessage>
  )
}
