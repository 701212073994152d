import { createContext, Fragment, use, useEffect, useSyncExternalStore } from 'react'
import { FileScope } from '../files/use-thumbnail.ts'
import { listChoices } from '../rows/list-choices.ts'
import { rowPlace } from '../rows/row-scope.ts'
import type { RelatedNames } from './related-names.ts'

/** The display values of related rows; undefined if the view shows ids only. */
export const NamesScope = createContext<RelatedNames | undefined>(undefined)

/** More are never visible in a cell. */
const MAX_LINKS = 24

const never = () => () => undefined

function useNames(tableId: string, ids: readonly string[]): string[] {
  const names = use(NamesScope)
  const key = ids.join()
  useEffect(() => {
    if (names && key !== '') names.want(tableId, key.split(','))
  }, [names, tableId, key])
  useSyncExternalStore(names?.subscribe ?? never, () => names?.version() ?? 0)
  return ids.map((id) => names?.get(id) ?? '')
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
      {ids.map((id, at) =>
        names[at] === '' ? null : (
          <span key={id} data-peek={isPlain ? undefined : id} className="rows-name">
            {names[at]}
          </span>
        ),
      )}
      <span className="rows-ids">
        {ids.map((id, at) => (
          <Fragment key={id}>
            {at === 0 ? null : ', '}
            {isPlain || !scope ? (
              id
            ) : (
              <a data-related={id} tabIndex={-1} href={rowPlace(scope, { tableId, rowId: id })}>
                {id}
              </a>
            )}
          </Fragment>
        ))}
        {rest.map((id) => `, ${id}`).join('')}
      </span>
    </>
  )
}
