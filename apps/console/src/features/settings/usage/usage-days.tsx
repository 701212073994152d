import { exportUsage, type UsageDay } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { CalendarDays, Download } from 'lucide-react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { downloadText } from '../../../ui/format/download-text.ts'
import { printSize } from '../../../ui/format/print-size.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { type DataColumn, DataTable, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { usageStrings as strings } from './strings.ts'

const count = (amount: number) => amount.toLocaleString('en-GB')
const PRINTS = {
  requests: count,
  runs: count,
  rows: count,
  rowBytes: printSize,
  fileBytes: printSize,
} as const
const COUNTS = ['requests', 'runs', 'rows', 'rowBytes', 'fileBytes'] as const

const columns: readonly DataColumn<UsageDay>[] = [
  {
    key: 'day',
    header: strings.day.day,
    cell: ({ day }) => <time dateTime={day}>{day}</time>,
    skeleton: <LineSkeleton className="w-20" />,
  },
  ...COUNTS.map(
    (name): DataColumn<UsageDay> => ({
      key: name,
      header: strings.day[name],
      width: 'w-36',
      align: 'end',
      cell: (day) => <span className="tabular-nums">{PRINTS[name](day[name])}</span>,
      skeleton: <LineSkeleton className="ml-auto w-12" />,
    }),
  ),
]

const FORMATS = [
  { format: 'csv', type: 'text/csv', label: strings.exportCsv },
  { format: 'json', type: 'application/json', label: strings.exportJson },
] as const
type Format = (typeof FORMATS)[number]

function ExportButtons() {
  const projectId = useCurrentProject().id
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ format, type }: Format) => {
      const file = await client.download(exportUsage, { params: { projectId }, query: { format } })
      downloadText({ name: `usage.${format}`, type, text: await file.text() })
    },
    onError: (error) => {
      logFailure('Exporting the usage', error)
      showToast({ title: strings.exportFailed, variant: 'destructive' })
    },
  })
  return (
    <div className="flex shrink-0 gap-2">
      {FORMATS.map((each) => (
        <Button
          key={each.format}
          busy={isPending && variables.format === each.format}
          onClick={() => mutate(each)}
        >
          <Download aria-hidden="true" />
          {each.label}
        </Button>
      ))}
    </div>
  )
}

/** Usage per day, newest first, with its export. */
export function UsageDays({ days }: { days: readonly UsageDay[] | undefined }) {
  return (
    <section aria-label={strings.days} className="mt-8">
      <header className="mb-3 flex items-end justify-between gap-4">
        <div>
          <h3 className="text-sm font-semibold">{strings.days}</h3>
          <p className="mt-0.5 text-xs text-fg-2">{strings.daysText}</p>
        </div>
        <ExportButtons />
      </header>
      <DataTable
        label={strings.days}
        columns={columns}
        rows={days?.toReversed()}
        rowKey={({ day }) => day}
      >
        <EmptyState icon={<CalendarDays />} title={strings.noDays} text={strings.noDaysText} />
      </DataTable>
    </section>
  )
}
