import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { PageMessage } from '../../ui/page-message.tsx'
import { strings } from './strings.ts'

/** A project without tables, and the way to the first one; production gets its tables from dev. */
export function EmptyTables({
  name,
  onCreate,
}: {
  name: string
  onCreate: (() => void) | undefined
}) {
  return (
    <PageMessage title={name} text={onCreate ? strings.empty : strings.emptyProduction}>
      <Link to="/home" className={buttonStyle('outline')}>
        {strings.backToProjects}
      </Link>
      {onCreate ? (
        <Button variant="primary" onClick={onCreate}>
          {strings.createTable}
        </Button>
      ) : null}
    </PageMessage>
  )
}
