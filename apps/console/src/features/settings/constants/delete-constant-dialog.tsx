import { type Constant, type ConstantUse, listConstantUses } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import type { DeleteQuestion } from '../panel/item-form-frame.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { constantsStrings as strings } from './strings.ts'

interface DeleteConstantDialogProps extends DeleteQuestion {
  constant: Constant
}

function useUses({ constant, open }: Pick<DeleteConstantDialogProps, 'constant' | 'open'>) {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['constant uses', projectId, constant.id],
    queryFn: ({ signal }) =>
      client.call(listConstantUses, { params: { projectId, id: constant.id }, signal }),
    select: ({ uses }) => uses,
    enabled: open,
    gcTime: 0,
  })
}

function noteOf(use: ConstantUse): string | undefined {
  if (use.kind !== 'rule' || use.draft === use.applied) return undefined
  return use.draft ? strings.draftOnly : strings.appliedOnly
}

function UseList({ uses }: { uses: readonly ConstantUse[] }) {
  if (uses.length === 0) return strings.unused
  return (
    <>
      {strings.used(uses.length)}
      <ul className="mt-2 max-h-60 overflow-y-auto rounded-md border">
        {uses.map((use) => (
          <li
            key={strings.use(use)}
            className="flex items-center justify-between gap-3 border-b px-2.5 py-1.5 text-xs text-fg last:border-b-0"
          >
            <span className="truncate">{strings.use(use)}</span>
            <span className="shrink-0 text-fg-3">{noteOf(use)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function UseText({ query }: { query: ReturnType<typeof useUses> }) {
  if (query.data) return <UseList uses={query.data} />
  if (!query.isError) return strings.checking
  return (
    <span className="flex items-center gap-3">
      {strings.checkFailed}
      <Button size="sm" busy={query.isFetching} onClick={() => query.refetch()}>
        {strings.retry}
      </Button>
    </span>
  )
}

/** Asks for confirmation and lists where the constant is used. */
export function DeleteConstantDialog(props: DeleteConstantDialogProps) {
  const { constant, open, onCancel, onConfirm } = props
  const query = useUses({ constant, open })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onCancel}
      title={strings.deleteTitle(constant.key)}
      text={<UseText query={query} />}
      cancelLabel={settings.cancel}
      confirmLabel={settings.delete}
      busy={query.isPending && !query.isError}
      onConfirm={onConfirm}
    />
  )
}
