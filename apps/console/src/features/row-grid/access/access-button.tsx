import type { Configuration } from '@plinth/contract'
import { UserSearch } from 'lucide-react'
import { Button } from '../../../ui/primitives/button.tsx'
import { accessStrings as strings } from '../strings/access-strings.ts'
import { openAccessDialog } from './access-request.ts'

interface AccessButtonProps {
  synced: Configuration
  /** The table by its name in the database. */
  table: string
  /** Undefined for a row that is not in the database yet. */
  rowId: string | undefined
}

/** Opens 'Who can see this row'; not rendered for a row that is not saved yet. */
export function AccessButton({ synced, table, rowId }: AccessButtonProps) {
  const tableId = synced.tables.find(({ name }) => name === table)?.id
  if (tableId === undefined || rowId === undefined) return null
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={strings.open}
      title={strings.open}
      onClick={() => openAccessDialog({ tableId, rowId })}
    >
      <UserSearch aria-hidden="true" />
    </Button>
  )
}
