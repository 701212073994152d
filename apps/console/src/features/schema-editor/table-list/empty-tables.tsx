import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useStopReason } from '../../../state/availability.ts'
import type { TableStart } from '../../../state/schema/schema-dialog.ts'
import { PageMessage } from '../../../ui/layout/page-message.tsx'
import { buttonStyle } from '../../../ui/primitives/button.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { tableListStrings as strings } from '../strings/table-list-strings.ts'
import { TableFromCsv } from './table-from-csv.tsx'

interface EmptyTablesProps {
  name: string
  onCreate: ((start: TableStart | undefined) => void) | undefined
  below: ReactNode
}

/** The empty state of a project without tables; without `onCreate` it explains how to deploy from dev. */
export function EmptyTables({ name, onCreate, below }: EmptyTablesProps) {
  const stopped = useStopReason()
  const text = onCreate ? strings.empty : strings.emptyProduction
  return (
    <PageMessage title={name} text={text} below={below}>
      <Link to="/home" className={buttonStyle('outline')}>
        {strings.backToProjects}
      </Link>
      {onCreate ? (
        <>
          <TableFromCsv reason={stopped} onRead={onCreate} />
          <GatedButton reason={stopped} variant="primary" onClick={() => onCreate(undefined)}>
            {strings.createTable}
          </GatedButton>
        </>
      ) : null}
    </PageMessage>
  )
}
