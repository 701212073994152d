import { Rows3, SearchX, TriangleAlert } from 'lucide-react'
import { RowsSkeleton } from '../../../state/screen-skeletons.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { explainLoadError } from '../rows/explain-error.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'

interface GridMessageProps {
  /** Undefined also if rows are shown, because the message would cover them. */
  error: unknown
  isEmpty: boolean
  /** The height of the rows whose first page is being loaded; undefined once it is known. */
  loadingHeight?: number | undefined
  isFiltered: boolean
  isReadOnly?: boolean
  onRetry: () => void
  onShowAll: () => void
}

const over =
  'pointer-events-none absolute inset-x-0 top-9 justify-center [&_button]:pointer-events-auto'

/** Shown in place of rows: why there are none and what to do next. */
export function GridMessage(props: GridMessageProps) {
  const { error, isEmpty, isFiltered, isReadOnly, loadingHeight, onRetry, onShowAll } = props
  if (error) {
    return (
      <div role="alert" className={over}>
        <EmptyState icon={<TriangleAlert />} {...explainLoadError(error)}>
          <Button onClick={onRetry}>{strings.retry}</Button>
        </EmptyState>
      </div>
    )
  }
  if (loadingHeight !== undefined) {
    return (
      <div role="status" aria-label={strings.loading} className={`${over} overflow-hidden`}>
        <RowsSkeleton rowHeight={loadingHeight} />
      </div>
    )
  }
  if (!isEmpty) return null
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={strings.noMatchTitle}
        text={strings.noMatchText}
        className={over}
      >
        <Button onClick={onShowAll}>{strings.showAll}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Rows3 />}
      title={strings.emptyTitle}
      text={isReadOnly ? strings.emptyReadOnly : strings.emptyText}
      className={over}
    />
  )
}
