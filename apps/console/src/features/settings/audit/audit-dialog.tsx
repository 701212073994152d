import type { AuditEntry } from '@plinth/contract'
import { format } from 'date-fns'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { useLast } from '../../../ui/hooks/use-last.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { whoOf } from './audit-table.tsx'
import { type ChangedField, changedFields } from './changed-fields.ts'
import { auditStrings as strings } from './strings.ts'

interface AuditDialogProps {
  entry: AuditEntry | undefined
  onClose: () => void
}

const cellStyle = 'px-3 py-1.5 align-top'
const valueStyle = 'font-mono text-xs break-words whitespace-pre-wrap'

function Side({ field, side }: { field: ChangedField; side: 'before' | 'after' }) {
  const value = field[side]
  const tone =
    side === 'before' ? 'bg-danger-soft text-danger-text' : 'bg-accent-soft text-accent-text'
  if (value === undefined) return <td className={cn(cellStyle, 'text-fg-3')}>{strings.missing}</td>
  return <td className={cn(cellStyle, valueStyle, field.changed ? tone : 'text-fg-2')}>{value}</td>
}

function Changes({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry.before, entry.after)
  if (fields.length === 0) return <p className="text-sm text-fg-2">{strings.none}</p>
  return (
    <div className="max-h-80 overflow-y-auto rounded-lg border">
      <table className="w-full table-fixed text-left text-sm">
        <thead className="bg-sunken text-xs text-fg-2">
          <tr className="border-b">
            <th scope="col" className="w-34 px-3 py-1.5 font-medium">
              {strings.field}
            </th>
            <th scope="col" className="px-3 py-1.5 font-medium">
              {strings.before}
            </th>
            <th scope="col" className="px-3 py-1.5 font-medium">
              {strings.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name} className="border-b last:border-b-0">
              <th
                scope="row"
                className={cn(cellStyle, 'text-xs font-normal break-words text-fg-2')}
              >
                {field.name}
              </th>
              <Side field={field} side="before" />
              <Side field={field} side="after" />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Where the call came from, as far as it is recorded. */
function originFacts({ address, agent, session_id, key_id }: AuditEntry) {
  const found = [
    [strings.address, address],
    [strings.agent, agent],
    [strings.session, session_id],
    [strings.key, key_id],
  ] as const
  return found.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

function Facts({ entry }: { entry: AuditEntry }) {
  const facts: readonly (readonly [string, string])[] = [
    [strings.entity, entry.entity_id],
    [strings.entry, entry.id],
    [strings.request, entry.request_id],
    ...originFacts(entry),
    [strings.columns.seal, entry.sealed ? strings.sealedHint : strings.notSealed],
  ]
  return (
    <dl aria-label={strings.facts} className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-fg-2">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Details of one audit entry, with the values before and after. */
export function AuditDialog({ entry, onClose }: AuditDialogProps) {
  const shown = useLast(entry)
  if (!shown) return null
  const at = format(new Date(shown.created_at), 'MMM d, yyyy, HH:mm:ss')
  return (
    <Dialog
      open={entry !== undefined}
      onOpenChange={onClose}
      title={strings.what(shown.action, shown.area)}
      description={`${whoOf(shown)} · ${at}`}
      className="w-170"
    >
      <div className="flex flex-col gap-4 px-5 pt-4">
        <Changes entry={shown} />
        <Facts entry={shown} />
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{strings.close}</Button>
      </DialogFooter>
    </Dialog>
  )
}
