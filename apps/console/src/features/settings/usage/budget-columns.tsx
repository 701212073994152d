import type { getUsage } from '@plinth/contract'
import type * as z from 'zod'
import { BUDGET_LABELS, printAmount } from '../../../state/budget.ts'
import { cn } from '../../../ui/primitives/cn.ts'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { usageStrings as strings } from './strings.ts'

export type Usage = z.output<typeof getUsage.answer>['usage']
type KindUsage = Usage['kinds'][number]

/** The share of the hard limit, else of the soft one, in percent; undefined without a limit. */
function shareOf({ kind, used, soft, hard }: KindUsage): number | undefined {
  const limit = hard ?? soft
  if (used === null || limit === null || kind === 'logDays') return undefined
  return Math.min(100, Math.round((used / limit) * 100))
}

function toneOf({ used, soft, hard }: KindUsage): string {
  if (used !== null && hard !== null && used >= hard) return 'bg-danger'
  return used !== null && soft !== null && used >= soft ? 'bg-warn-line' : 'bg-accent'
}

function Used({ row }: { row: KindUsage }) {
  if (row.used === null) return <span className="text-fg-3">{strings.unknown}</span>
  const share = shareOf(row)
  return (
    <div className="flex items-center gap-3">
      <span className="w-20 shrink-0 tabular-nums">{printAmount(row.kind, row.used)}</span>
      {share === undefined ? null : (
        <div
          role="img"
          aria-label={strings.share(share)}
          className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-active"
        >
          <div className={cn('h-full', toneOf(row))} style={{ width: `${share}%` }} />
        </div>
      )}
    </div>
  )
}

function Limit({ kind, limit }: { kind: KindUsage['kind']; limit: number | null }) {
  if (limit === null) return <span className="text-fg-3">{strings.none}</span>
  return <span className="tabular-nums">{printAmount(kind, limit)}</span>
}

function sourceOf({ isOwn, soft, hard }: KindUsage): string {
  if (isOwn) return strings.own
  return soft === null && hard === null ? strings.noSource : strings.default
}

const skeleton = <LineSkeleton className="w-24" />

export const budgetColumns: readonly DataColumn<KindUsage>[] = [
  {
    key: 'kind',
    header: strings.columns.kind,
    cell: ({ kind }) => <span className="font-medium">{BUDGET_LABELS[kind]}</span>,
    skeleton,
  },
  {
    key: 'used',
    header: strings.columns.used,
    width: 'w-70',
    cell: (row) => <Used row={row} />,
    skeleton,
  },
  {
    key: 'soft',
    header: strings.columns.soft,
    width: 'w-36',
    cell: ({ kind, soft }) => <Limit kind={kind} limit={soft} />,
    skeleton,
  },
  {
    key: 'hard',
    header: strings.columns.hard,
    width: 'w-36',
    cell: ({ kind, hard }) => <Limit kind={kind} limit={hard} />,
    skeleton,
  },
  {
    key: 'source',
    header: strings.columns.source,
    width: 'w-36',
    cell: (row) => <span className="text-fg-2">{sourceOf(row)}</span>,
    skeleton,
  },
]
