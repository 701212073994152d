import { COLUMN_TYPES } from '@plinth/contract'
import { ColumnIcon } from '../../../state/schema/column-icon.tsx'
import { columnStrings as strings } from '../strings/column-strings.ts'

/** The types of a field, for a select. */
export const TYPE_CHOICES = COLUMN_TYPES.map((type) => ({
  value: type,
  label: type,
  note: strings.typeNotes[type],
  icon: <ColumnIcon type={type} />,
}))
