import {
  Bot,
  Braces,
  CalendarClock,
  CircleAlert,
  Clock,
  Database,
  GitBranch,
  Globe,
  Hand,
  type LucideIcon,
  Mail,
  Merge,
  MessageSquare,
  PencilLine,
  Repeat,
  Reply,
  Split,
  Stamp,
  Table2,
  TableProperties,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react'
import { cn } from '../../../ui/primitives/cn.ts'

type Tone = 'violet' | 'teal' | 'blue' | 'amber' | 'pink' | 'green' | 'slate'

const TONES: Record<Tone, string> = {
  violet: 'bg-violet-soft text-violet-text',
  teal: 'bg-teal-soft text-teal-text',
  blue: 'bg-blue-soft text-blue-text',
  amber: 'bg-amber-soft text-amber-text',
  pink: 'bg-pink-soft text-pink-text',
  green: 'bg-accent-soft text-accent-text',
  slate: 'bg-slate-soft text-slate-text',
}

interface Look {
  icon: LucideIcon
  tone: Tone
}

const LOOKS = new Map<string, Look>([
  ['chatgpt', { icon: Bot, tone: 'green' }],
  ['javascript', { icon: Braces, tone: 'amber' }],
  ['sql-query', { icon: Table2, tone: 'teal' }],
  ['merge', { icon: Merge, tone: 'amber' }],
  ['email', { icon: Mail, tone: 'pink' }],
  ['http_request', { icon: Globe, tone: 'blue' }],
  ['slack', { icon: MessageSquare, tone: 'pink' }],
  ['database', { icon: Database, tone: 'teal' }],
  ['conditional', { icon: GitBranch, tone: 'amber' }],
  ['set', { icon: PencilLine, tone: 'teal' }],
  ['switch', { icon: Split, tone: 'amber' }],
  ['loop', { icon: Repeat, tone: 'amber' }],
  ['approval', { icon: Stamp, tone: 'amber' }],
  ['wait', { icon: Clock, tone: 'amber' }],
  ['sub-workflow', { icon: Workflow, tone: 'amber' }],
  ['respond', { icon: Reply, tone: 'blue' }],
  ['trigger-manual', { icon: Hand, tone: 'violet' }],
  ['trigger-webhook', { icon: Webhook, tone: 'violet' }],
  ['trigger-schedule', { icon: CalendarClock, tone: 'violet' }],
  ['trigger-row', { icon: TableProperties, tone: 'violet' }],
  ['trigger-workflow', { icon: Workflow, tone: 'violet' }],
  ['trigger-error', { icon: CircleAlert, tone: 'violet' }],
])
const OTHER: Look = { icon: Zap, tone: 'slate' }

interface NodeIconProps {
  kind: string
  isActive?: boolean
}

export function NodeIcon({ kind, isActive = true }: NodeIconProps) {
  const { icon: Icon, tone } = LOOKS.get(kind) ?? OTHER
  return (
    <span
      aria-hidden="true"
      data-kind={kind}
      className={cn(
        'grid size-7 shrink-0 place-items-center rounded-md',
        TONES[isActive ? tone : 'slate'],
      )}
    >
      <Icon className="size-4 stroke-[1.75]" />
    </span>
  )
}

const OTHER_KIND = 'other'
const symbolOf = (kind: string) => `node-icon-${LOOKS.has(kind) ? kind : OTHER_KIND}`

/** The icons of all kinds, drawn once in a page; `FarNodeIcon` refers to them. */
export function NodeIconSymbols() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      <defs>
        {[...LOOKS, [OTHER_KIND, OTHER] as const].map(([kind, { icon: Icon }]) => (
          <symbol key={kind} id={symbolOf(kind)} viewBox="0 0 24 24">
            <Icon />
          </symbol>
        ))}
      </defs>
    </svg>
  )
}

/** A larger icon for a canvas that is zoomed out. Two elements, because hundreds appear at once. */
export function FarNodeIcon({ kind, isActive = true }: NodeIconProps) {
  const { tone } = LOOKS.get(kind) ?? OTHER
  return (
    <svg
      aria-hidden="true"
      data-kind={kind}
      className={cn('size-11 shrink-0 rounded-md p-1.5', TONES[isActive ? tone : 'slate'])}
    >
      <use href={`#${symbolOf(kind)}`} />
    </svg>
  )
}
