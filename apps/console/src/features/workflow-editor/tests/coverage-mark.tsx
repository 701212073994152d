import { FlaskConicalOff } from 'lucide-react'
import { use } from 'react'
import { testStrings as words } from '../strings/test-strings.ts'
import { CoverageContext } from './coverage.ts'

/** Marks a node that no test reaches. */
export function CoverageMark({ nodeId }: { nodeId: string }) {
  const isUncovered = use(CoverageContext)?.nodes.has(nodeId) ?? false
  if (!isUncovered) return null
  return (
    <span className="shrink-0 text-fg-3" title={words.notReached}>
      <FlaskConicalOff aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{words.notReached}</span>
    </span>
  )
}
