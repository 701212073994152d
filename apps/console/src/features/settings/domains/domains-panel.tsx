import type { Domain, EnvironmentName } from '@plinth/contract'
import { Globe, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { EnvironmentBadge } from '../../../state/environment-badge.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { ListPanel } from '../panel/list-panel.tsx'
import { RowButton } from '../panel/row-button.tsx'
import { useDomains, useEnvironmentName } from '../panel/settings-queries.ts'
import { settingsStrings as settings } from '../panel/strings.ts'
import { OriginsSection } from './origins-section.tsx'
import { domainsStrings as strings } from './strings.ts'

interface DomainsPanelProps {
  onCreate: () => void
  onOpen: (domain: Domain) => void
}

function columnsOf(
  onOpen: (domain: Domain) => void,
  nameOf: (id: string) => EnvironmentName | undefined,
): readonly DataColumn<Domain>[] {
  return [
    {
      key: 'domain',
      header: strings.columns.domain,
      cell: (domain) => (
        <span className="flex min-w-0 items-center gap-2">
          <RowButton mono title={domain.domain_name} onClick={() => onOpen(domain)}>
            {domain.domain_name}
          </RowButton>
          {domain.proved ? null : <Badge>{strings.waiting}</Badge>}
        </span>
      ),
      skeleton: <LineSkeleton className="w-48" />,
    },
    {
      key: 'environment',
      header: strings.columns.environment,
      width: 'w-52',
      cell: ({ environment_id }) => <EnvironmentBadge name={nameOf(environment_id)} />,
      skeleton: <LineSkeleton className="w-16" />,
    },
  ]
}

export function DomainsPanel({ onCreate, onOpen }: DomainsPanelProps) {
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
      title={settings.sections.domains}
      text={strings.text}
      query={useDomains()}
      columns={columns}
      onOpen={onOpen}
      action={create}
      after={<OriginsSection />}
      empty={<EmptyState icon={<Globe />} title={strings.empty.title} text={strings.empty.text} />}
    />
  )
}
