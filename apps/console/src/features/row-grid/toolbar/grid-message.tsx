import { ApiError } from '@plinth/client'
import { Rows3, SearchX, TriangleAlert } from 'lucide-react'
import * as z from 'zod'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { gridStrings as strings } from '../strings/grid-strings.ts'

interface GridMessageProps {
  error: unknown
  isEmpty: boolean
  isFiltered: boolean
  isReadOnly?: boolean
  onRetry: () => void
  onShowAll: () => void
}

const over =
  'pointer-events-none absolute inset-x-0 top-9 justify-center [&_button]:pointer-events-auto'

const LargeRow = z.object({ id: z.string() })

/** The API's message for rows that are too large names query parameters, which the grid does not have. */
function explain(error: unknown): { title: string; text: string } {
  if (error instanceof ApiError && error.code === 'too_large') {
    const row = LargeRow.safeParse(error.details).data
    return {
      title: strings.tooLargeTitle,
      text: row ? strings.tooLargeRow(row.id) : strings.tooLargeText,
    }
  }
  return { title: strings.failedTitle, text: error instanceof Error ? error.message : '' }
}

/** Shown in place of rows: why there are none and what to do next. */
export function GridMessage(props: GridMessageProps) {
  const { error, isEmpty, isFiltered, isReadOnly, onRetry, onShowAll } = props
  if (error) {
    return (
      <div role="alert" className={over}>
        <EmptyState icon={<TriangleAlert />} {...explain(error)}>
          <Button onClick={onRetry}>{strings.retry}</Button>
        </EmptyState>
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
