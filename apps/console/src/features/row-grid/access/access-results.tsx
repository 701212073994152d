import type { Explanation } from '@plinth/contract'
import { Button } from '../../../ui/primitives/button.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { accessStrings as strings } from '../strings/access-strings.ts'
import { VerdictList } from './verdict-list.tsx'

interface AccessResultsProps {
  /** The input that is still empty. */
  missing: 'user' | 'row' | undefined
  explanations: readonly Explanation[] | undefined
  hasFailed: boolean
  onRetry: () => void
}

/** The results; has the same height while loading, to avoid layout shifts. */
export function AccessResults({ missing, explanations, hasFailed, onRetry }: AccessResultsProps) {
  return (
    <div role="status" className="min-h-47">
      {missing ? (
        <p className="grid min-h-47 place-items-center rounded-lg border border-dashed px-8 text-center text-sm text-fg-2">
          {strings.chooseFirst(missing)}
        </p>
      ) : hasFailed ? (
        <p className="flex items-center gap-2 text-sm text-danger-text">
          {strings.failed}
          <Button size="sm" onClick={onRetry}>
            {strings.retry}
          </Button>
        </p>
      ) : explanations ? (
        <VerdictList explanations={explanations} />
      ) : (
        <Skeleton shape="tile" className="h-47 w-full" />
      )}
    </div>
  )
}
