import type { Table, TableIndex } from '@plinth/contract'
import { Plus } from 'lucide-react'
import { isOpenOffer, useIndexOffers } from '../../../state/index-offers.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { tableStrings } from '../strings/table-strings.ts'

const strings = tableStrings.indexes.offers

interface IndexOfferListProps {
  table: Table
  onAdd: (index: TableIndex) => void
}

/** Suggested indexes for slow requests in the request log; one click adds an index to the table. */
export function IndexOfferList({ table, onAdd }: IndexOfferListProps) {
  const offers = useIndexOffers().filter((offer) => isOpenOffer({ tables: [table] }, offer))
  if (offers.length === 0) return null
  const nameOf = (id: string) => table.columns.find((column) => column.id === id)?.name ?? id
  return (
    <ul aria-label={strings.list} className="flex flex-col gap-2">
      {offers.map(({ environment, columns, requests }) => {
        const fields = columns.map(nameOf).join(', ')
        return (
          <li
            key={`${environment} ${fields}`}
            className="flex items-center gap-3 rounded-lg border border-dashed px-3 py-2"
          >
            <p className="min-w-0 flex-1 text-xs text-fg-2">
              <span className="font-mono text-fg">{fields}</span>{' '}
              {strings.reason(requests, environment)}
            </p>
            <Button
              size="sm"
              aria-label={strings.add(fields)}
              onClick={() => onAdd({ columns, unique: false })}
            >
              <Plus aria-hidden="true" />
              {strings.short}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
