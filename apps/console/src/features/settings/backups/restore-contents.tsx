import type { BackupContents } from '@plinth/contract'
import { cn } from '../../../ui/primitives/cn.ts'
import { restoreStrings as words } from './restore-strings.ts'
import { backupsStrings as strings } from './strings.ts'

type RestoreCounts = BackupContents & { runs?: number }

function formatContents({ tables, rows, files, workflows, runs }: RestoreCounts): string {
  return [
    strings.tables(tables),
    strings.rows(rows),
    strings.files(files),
    strings.workflows(workflows),
    ...(runs === undefined ? [] : [strings.runs(runs)]),
  ].join(' · ')
}

interface RestoreContentsProps {
  title: string
  contents: readonly RestoreCounts[]
  isLoss?: boolean
}

/** Number of items per environment that will be restored or deleted. */
export function RestoreContents({ title, contents, isLoss = false }: RestoreContentsProps) {
  return (
    <section
      aria-label={title}
      className={cn(
        'rounded-lg border px-3 py-2 text-xs leading-5',
        isLoss ? 'border-danger-line bg-danger-soft text-danger-text' : 'bg-sunken/60 text-fg-2',
      )}
    >
      <h3 className="font-medium">{title}</h3>
      <ul>
        {contents.map((one) => (
          <li key={one.environment}>
            <span className="font-mono">{one.environment}</span>: {formatContents(one)}
          </li>
        ))}
      </ul>
      {isLoss ? <p>{words.since}</p> : null}
    </section>
  )
}
