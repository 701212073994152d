import { useSearchParams } from 'react-router'
import { useCurrentProject } from '../../state/current-project.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Tabs } from '../../ui/primitives/tabs.tsx'
import { useApprovals } from './approvals/approval-queries.ts'
import { ApprovalsTab } from './approvals/approvals-tab.tsx'
import { approvalStrings } from './approvals/strings.ts'
import { CredentialsTab } from './credentials-tab.tsx'
import { RunsTab } from './runs/runs-tab.tsx'
import { runStrings } from './runs/strings.ts'
import { workflowListStrings as strings } from './strings.ts'
import { WorkflowsTab } from './workflows-tab.tsx'

const TABS = [
  { value: 'workflows', label: strings.workflows, content: <WorkflowsTab /> },
  { value: 'credentials', label: strings.credentials, content: <CredentialsTab /> },
  { value: 'runs', label: runStrings.list, content: <RunsTab /> },
  { value: 'approvals', label: approvalStrings.list, content: <ApprovalsTab /> },
] as const
type TabName = (typeof TABS)[number]['value']

export function WorkflowListScreen() {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(({ value }) => value === params.get('tab')) ?? TABS[0]
  usePageTitle(tab.label, useCurrentProject().name)
  const mine = useApprovals('mine', undefined).data?.mine ?? 0
  const tabs = TABS.map((one) =>
    one.value === 'approvals' ? { ...one, label: approvalStrings.count(mine) } : one,
  )
  const show = (next: TabName) => setParams(next === 'workflows' ? {} : { tab: next })
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-280 px-8 pt-6 pb-16">
        <h1 className="sr-only">{strings.title}</h1>
        <Tabs label={strings.tabs} value={tab.value} tabs={tabs} onValueChange={show} />
      </div>
    </div>
  )
}
