import { RUN_STATUSES, RUN_TRIGGERS } from '@plinth/contract'
import { X } from 'lucide-react'
import { FilterChoice } from '../../../ui/forms/filter-choice.tsx'
import { FilterTime } from '../../../ui/forms/filter-time.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { areRunsFiltered, RUN_TIMES, type RunFilters } from './run-filters.ts'
import { RUN_STATUS_LABELS, RUN_TRIGGER_LABELS, runStrings } from './strings.ts'

const words = runStrings.filters

interface RunFilterBarProps {
  filters: RunFilters
  workflows: readonly { id: string; name: string }[]
  onChange: (filters: RunFilters) => void
  onClear: () => void
}

/** Filters of the run list, stored in the URL. */
export function RunFilterBar({ filters, workflows, onChange, onClear }: RunFilterBarProps) {
  const { status, trigger, workflowId } = filters
  const known = workflows.map(({ id, name }) => ({ value: id, label: name }))
  const isDeleted = workflowId !== undefined && !known.some(({ value }) => value === workflowId)
  const deleted = isDeleted ? [{ value: workflowId, label: words.deletedWorkflow }] : []
  return (
    <search aria-label={words.label} className="mb-4 flex flex-wrap items-end gap-3">
      <FilterChoice
        label={words.workflow}
        any={words.anyWorkflow}
        value={workflowId}
        options={[...known, ...deleted]}
        width="w-52"
        onChoose={(next) => onChange({ ...filters, workflowId: next })}
      />
      <FilterChoice
        label={words.status}
        any={words.anyStatus}
        value={status}
        options={RUN_STATUSES.map((value) => ({ value, label: RUN_STATUS_LABELS[value] }))}
        width="w-36"
        onChoose={(next) => onChange({ ...filters, status: next })}
      />
      <FilterChoice
        label={words.trigger}
        any={words.anyTrigger}
        value={trigger}
        options={RUN_TRIGGERS.map((value) => ({ value, label: RUN_TRIGGER_LABELS[value] }))}
        width="w-44"
        onChoose={(next) => onChange({ ...filters, trigger: next })}
      />
      <FilterTime
        words={words}
        times={RUN_TIMES}
        filters={filters}
        width="w-40"
        onChange={onChange}
      />
      {areRunsFiltered(filters) ? (
        <Button variant="ghost" onClick={onClear}>
          <X aria-hidden="true" />
          {words.clear}
        </Button>
      ) : null}
    </search>
  )
}
