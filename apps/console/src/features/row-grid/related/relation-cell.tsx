import { createContext, Fragment, use, useEffect, useSyncExternalStore } from 'react'
import { FileScope } from '../files/use-thumbnail.ts'
import { listChoices } from '../rows/list-choices.ts'
import { rowPlace } from '../rows/row-scope.ts'
import type { RelatedNames } from './related-names.ts'

interface ShownNames extends RelatedNames {
  /** Whether the rows of a table have display values. */
  isNamed: (tableId: string) => boolean
}

/** The display values of related rows; undefined if the view shows ids only. */
export const NamesScope = createContext<ShownNames | undefined>(undefined)

/** More are never visible in a cell. */
const MAX_LINKS = 24

/** The characters of an id that stay in view when it is cut: ids that were made on one day start alike. */
const ID_END = 6

const never = () => () => undefined

/** The display values of rows, empty until they are known; undefined if the cell shows none. */
export function useNames(tableId: string, ids: readonly string[]): string[] | undefined {
  const names = use(NamesScope)
  const key = ids.join()
  useEffect(() => {
    if (names && key !== '') names.want(tableId, key.split(','))
  }, [names, tableId, key])
  useSyncExternalStore(names?.subscribe ?? never, () => names?.version() ?? 0)
  return names?.isNamed(tableId) ? ids.map((id) => names.get(id) ?? '') : undefined
}

interface RelationCellProps {
  tableId: string
  value: unknown
  /** Without links, inside a control of its own. */
  isPlain: boolean
}

/** The ids of related rows joined by commas, each a link, beside their display values. */
export function RelationCell({ tableId, value, isPlain }: RelationCellProps) {
  const scope = use(FileScope)
  const all = listChoices(value)
  const ids = all.slice(0, MAX_LINKS)
  const names = useNames(tableId, ids)
  const rest = all.slice(MAX_LINKS)
  return (
    <>
      {names && ids.length > 0 ? (
        <span className="rows-names">
          {ids.map((id, at) =>
            names[at] === '' ? null : (
              <span key={id} data-peek={isPlain ? undefined : id} className="rows-name">
                {names[at]}
              </span>
            ),
          )}
        </span>
      ) : null}
      <span className="rows-ids" data-one={all.length === 1}>
        {ids.map((id, at) => (
          <Fragment key={id}>
            {at === 0 ? null : ', '}
            {isPlain || !scope ? (
              id
            ) : (
              <a
                data-related={id}
                tabIndex={-1}
                aria-label={id}
                href={rowPlace(scope, { tableId, rowId: id })}
              >
                <span className="rows-id-start">{id.slice(0, -ID_END)}</span>
                <span className="rows-id-end">{id.slice(-ID_END)}</span>
              </a>
            )}
          </Fragment>
        ))}
        {rest.map((id) => `, ${id}`).join('')}
      </span>
    </>
  )
}
