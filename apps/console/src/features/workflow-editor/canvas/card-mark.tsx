import { Ban, CircleCheck, CircleSlash, CircleX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { printDuration } from '../../../ui/format/print-duration.ts'
import { cn } from '../../../ui/primitives/cn.ts'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import type { Json } from '../execution/execution.ts'
import type { NodeState } from '../execution/node-states.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

const words = strings.canvas

interface Look {
  icon: ReactNode
  text: string
  tone: string
}

const LOOKS: Record<NodeState['status'], Look> = {
  running: { icon: <Spinner />, text: words.running, tone: 'text-fg-2' },
  waiting: { icon: <Clock aria-hidden="true" />, text: words.waiting, tone: 'text-amber-text' },
  succeeded: {
    icon: <CircleCheck aria-hidden="true" />,
    text: words.done,
    tone: 'text-accent-text',
  },
  failed: { icon: <CircleX aria-hidden="true" />, text: words.failed, tone: 'text-danger-text' },
  cancelled: { icon: <Ban aria-hidden="true" />, text: words.cancelled, tone: 'text-fg-2' },
}

function isFailure(result: Json): boolean {
  return typeof result === 'object' && result !== null && Object.keys(result)[0] === 'error'
}

function statusOf(state: NodeState | undefined, result: Json | undefined) {
  if (state) return state.status
  if (result === undefined) return undefined
  return isFailure(result) ? 'failed' : 'succeeded'
}

const markStyle = 'flex shrink-0 items-center gap-1 text-2xs [&_svg]:size-3.5 [&_svg]:stroke-[1.75]'

export function CardTime({ ms }: { ms: number | null | undefined }) {
  if (ms === null || ms === undefined) return null
  return <span className="text-2xs text-fg-2 tabular-nums">{printDuration(ms)}</span>
}

interface CardMarkProps {
  isActive: boolean
  state: NodeState | undefined
  result: Json | undefined
}

/** Status of a node in the current run. */
export function CardMark({ isActive, state, result }: CardMarkProps) {
  if (!isActive) {
    return (
      <span className={cn(markStyle, 'text-fg-3')} title={words.inactive}>
        <CircleSlash aria-hidden="true" />
      </span>
    )
  }
  const status = statusOf(state, result)
  if (status === undefined) return null
  const { icon, text, tone } = LOOKS[status]
  const attempts = state?.attempts ?? 1
  return (
    <span className={cn(markStyle, tone)} data-state={status}>
      {icon}
      <span>{text}</span>
      {attempts > 1 ? <span className="text-fg-2">{words.attempts(attempts)}</span> : null}
    </span>
  )
}
