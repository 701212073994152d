import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import type { DataColumn } from '../../../ui/tables/data-table.tsx'
import type { Selection } from './use-selection.ts'

const boxStyle = 'ring-focus block size-4 rounded-sm accent-accent'

interface Options<Item> {
  /** Label of the box in the header. */
  all: string
  /** Label of the box of an item. */
  one: (item: Item) => string
  /** Whether an item can be selected; others have no box. */
  may?: (item: Item) => boolean
}

/** A column with a box for each item, and one for all of them. */
export function selectColumn<Item extends { id: string }>(
  { ids, isAll, toggle, toggleAll }: Selection<Item>,
  { all, one, may = () => true }: Options<Item>,
): DataColumn<Item> {
  return {
    key: 'select',
    header: '',
    headerControl: (
      <input
        type="checkbox"
        aria-label={all}
        checked={isAll}
        onChange={toggleAll}
        className={boxStyle}
      />
    ),
    width: 'w-12',
    cell: (item) =>
      may(item) ? (
        <input
          type="checkbox"
          aria-label={one(item)}
          checked={ids.has(item.id)}
          onChange={() => toggle(item)}
          className={boxStyle}
        />
      ) : null,
    skeleton: <Skeleton className="size-4" />,
  }
}
