import { useState } from 'react'
import { useIsAdmin } from '../../../state/current-user.ts'
import { printSize } from '../../../ui/format/print-size.ts'
import { FailedCard } from '../../../ui/layout/error-state.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { Panel } from '../panel/panel.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { budgetColumns, type Usage } from './budget-columns.tsx'
import { BudgetDialog } from './budget-dialog.tsx'
import { LiveUsage } from './live-usage.tsx'
import { usageStrings as strings } from './strings.ts'
import { UsageDays } from './usage-days.tsx'
import { useDefaultBudget, useUsage } from './usage-queries.ts'

function Measured({ usage }: { usage: Usage }) {
  if (usage.measuredOn === null) return null
  return (
    <p className="mt-2 text-xs text-fg-2">
      {strings.measured} <RelativeTime iso={usage.measuredOn} />.{' '}
      {strings.storage(printSize(usage.rowBytes), printSize(usage.fileBytes))}
    </p>
  )
}

type Editing = 'project' | 'defaults' | undefined

/** What a project uses beside its budgets, and its usage per day. Admins change the budgets. */
export function UsagePanel() {
  const query = useUsage()
  const isAdmin = useIsAdmin()
  const [editing, setEditing] = useState<Editing>()
  const defaults = useDefaultBudget(isAdmin && editing === 'defaults')
  const close = () => setEditing(undefined)
  const reason = isAdmin ? undefined : strings.adminsOnly
  const action = (
    <div className="flex shrink-0 gap-2">
      <GatedButton reason={reason} onClick={() => setEditing('defaults')}>
        {strings.editDefaults}
      </GatedButton>
      <GatedButton variant="primary" reason={reason} onClick={() => setEditing('project')}>
        {strings.edit}
      </GatedButton>
    </div>
  )
  return (
    <Panel title={settings.sections.usage} text={strings.text} action={action}>
      {query.data === undefined && query.isError ? (
        <FailedCard query={query} />
      ) : (
        <>
          <DataTable
            label={strings.budgets}
            columns={budgetColumns}
            rows={query.data?.kinds}
            rowKey={({ kind }) => kind}
          />
          {query.data ? <Measured usage={query.data} /> : null}
          <LiveUsage />
          <UsageDays days={query.data?.days} />
        </>
      )}
      <BudgetDialog
        ofDefaults={false}
        open={editing === 'project'}
        budget={query.data?.budget}
        onClose={close}
      />
      <BudgetDialog
        ofDefaults={true}
        open={editing === 'defaults'}
        budget={defaults.isFetching ? undefined : defaults.data}
        onClose={close}
      />
    </Panel>
  )
}
