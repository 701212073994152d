import type { ColumnType, TableType } from '@plinth/contract'
import {
  AtSign,
  Braces,
  CalendarClock,
  CircleChevronDown,
  File,
  Hash,
  Image,
  KeyRound,
  Link,
  type LucideIcon,
  Phone,
  Sigma,
  SquareCheck,
  Table2,
  Type,
  UserKey,
  Waypoints,
} from 'lucide-react'

const COLUMN_ICONS: Record<ColumnType | 'id' | 'time', LucideIcon> = {
  id: KeyRound,
  time: CalendarClock,
  text: Type,
  email: AtSign,
  url: Link,
  phoneNumber: Phone,
  number: Hash,
  checkbox: SquareCheck,
  select: CircleChevronDown,
  date: CalendarClock,
  relation: Waypoints,
  image: Image,
  file: File,
  json: Braces,
}

const TABLE_ICONS: Record<TableType, LucideIcon> = {
  Base: Table2,
  Auth: UserKey,
  Computed: Sigma,
}

export function ColumnIcon({
  type,
  className,
}: {
  type: keyof typeof COLUMN_ICONS
  className?: string
}) {
  const Icon = COLUMN_ICONS[type]
  return (
    <Icon aria-hidden="true" className={className ?? 'size-4 shrink-0 stroke-[1.75] text-fg-3'} />
  )
}

export function TableIcon({ type, className }: { type: TableType; className?: string }) {
  const Icon = TABLE_ICONS[type]
  return (
    <Icon aria-hidden="true" className={className ?? 'size-4 shrink-0 stroke-[1.75] text-fg-3'} />
  )
}
