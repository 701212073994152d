import type { AllowedOrigins } from '@plinth/contract'
import { useId, useMemo, useState } from 'react'
import { EnvironmentBadge } from '../../../state/environment-badge.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useLast } from '../../../ui/hooks/use-last.ts'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { QueryTable } from '../../../ui/tables/query-table.tsx'
import { RowButton } from '../panel/row-button.tsx'
import { OriginsForm } from './origins-form.tsx'
import { type OriginsOfEnvironment, useOrigins } from './origins-query.ts'
import { domainsStrings } from './strings.ts'

const { origins: strings } = domainsStrings

function formatOrigins({ origins, allowsLocal }: AllowedOrigins): string {
  const all = allowsLocal ? [...origins, strings.local] : origins
  return all.length > 0 ? all.join(', ') : strings.none
}

function columnsOf(
  onOpen: (one: OriginsOfEnvironment) => void,
): readonly DataColumn<OriginsOfEnvironment>[] {
  return [
    {
      key: 'origins',
      header: strings.columns.origins,
      cell: (one) => (
        <RowButton mono title={formatOrigins(one)} onClick={() => onOpen(one)}>
          {formatOrigins(one)}
        </RowButton>
      ),
      skeleton: <LineSkeleton className="w-48" />,
    },
    {
      key: 'environment',
      header: domainsStrings.columns.environment,
      width: 'w-52',
      cell: ({ environment }) => <EnvironmentBadge name={environment} />,
      skeleton: <LineSkeleton className="w-16" />,
    },
  ]
}

/** The origins of pages that may call the API beside those of the domains, per environment. */
export function OriginsSection() {
  const heading = useId()
  const [opened, setOpened] = useState<OriginsOfEnvironment>()
  const shown = useLast(opened)
  const columns = useMemo(() => columnsOf(setOpened), [])
  const close = () => setOpened(undefined)
  return (
    <section aria-labelledby={heading} className="mt-8">
      <h3 id={heading} className="text-md font-semibold">
        {strings.title}
      </h3>
      <p className="mt-0.5 mb-3 text-sm text-fg-2">{strings.text}</p>
      <QueryTable
        label={strings.title}
        query={useOrigins()}
        columns={columns}
        onOpen={setOpened}
        empty={null}
      />
      <Dialog
        open={opened !== undefined}
        onOpenChange={close}
        title={strings.editTitle(shown?.environment ?? '')}
        description={strings.editText}
      >
        {shown ? <OriginsForm key={shown.id} opened={shown} onDone={close} /> : null}
      </Dialog>
    </section>
  )
}
