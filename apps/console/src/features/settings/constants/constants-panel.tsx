import type { Constant, EnvironmentName } from '@plinth/contract'
import { Braces, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { EnvironmentBadge } from '../../../state/environment-badge.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { ListPanel } from '../panel/list-panel.tsx'
import { RowButton } from '../panel/row-button.tsx'
import { useConstants, useEnvironmentName } from '../panel/settings-queries.ts'
import { settingsStrings as settings } from '../panel/strings.ts'
import { constantsStrings as strings } from './strings.ts'

interface ConstantsPanelProps {
  onCreate: () => void
  onOpen: (constant: Constant) => void
}

function ValueCell({ value, secret }: Constant) {
  if (secret) {
    return (
      <span className="flex items-center gap-2">
        <span aria-hidden="true" className="text-fg-3">
          {strings.secretDots}
        </span>
        <Badge>{strings.secretBadge}</Badge>
      </span>
    )
  }
  if (value === '') return <span className="text-fg-3">{strings.emptyValue}</span>
  return (
    <span title={value} className="block truncate font-mono text-xs text-fg-2">
      {value}
    </span>
  )
}

function columnsOf(
  onOpen: (constant: Constant) => void,
  nameOf: (id: string) => EnvironmentName | undefined,
): readonly DataColumn<Constant>[] {
  const { columns } = strings
  return [
    {
      key: 'key',
      header: columns.key,
      width: 'w-80',
      cell: (constant) => (
        <RowButton mono title={constant.key} onClick={() => onOpen(constant)}>
          {constant.key}
        </RowButton>
      ),
      skeleton: <LineSkeleton className="w-40" />,
    },
    {
      key: 'value',
      header: columns.value,
      cell: ValueCell,
      skeleton: <LineSkeleton className="w-48" />,
    },
    {
      key: 'environment',
      header: columns.environment,
      width: 'w-52',
      cell: ({ environment_id }) => <EnvironmentBadge name={nameOf(environment_id)} />,
      skeleton: <LineSkeleton className="w-16" />,
    },
  ]
}

export function ConstantsPanel({ onCreate, onOpen }: ConstantsPanelProps) {
  const nameOf = useEnvironmentName()
  const columns = useMemo(() => columnsOf(onOpen, nameOf), [onOpen, nameOf])
  const create = (
    <GatedButton variant="primary" reason={useStopReason()} onClick={onCreate}>
      <Plus aria-hidden="true" />
      {strings.createTitle}
    </GatedButton>
  )
  return (
    <ListPanel
      title={settings.sections.constants}
      text={strings.text}
      query={useConstants()}
      columns={columns}
      onOpen={onOpen}
      action={create}
      empty={<EmptyState icon={<Braces />} title={strings.empty.title} text={strings.empty.text} />}
    />
  )
}
