import type { ReactNode } from 'react'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { FormProblem } from '../panel/form-notes.tsx'
import { profileStrings as strings } from './strings.ts'

interface RevokeButtonProps {
  name: string
  revoking: { isPending: boolean }
  onRevoke: () => void
}

export function RevokeButton({ name, revoking, onRevoke }: RevokeButtonProps) {
  return (
    <Button
      size="sm"
      aria-label={strings.revokeOf(name)}
      busy={revoking.isPending}
      onClick={onRevoke}
    >
      {strings.revoke}
    </Button>
  )
}

interface RevocableRowProps {
  icon: ReactNode
  /** The lines that describe it. */
  lines: ReactNode
  /** Shown below the row after a failed attempt. */
  failure: string | undefined
  /** Its state and the button. */
  children: ReactNode
}

/** A session or key of the user. */
export function RevocableRow({ icon, lines, failure, children }: RevocableRowProps) {
  return (
    <li className="border-b px-4 py-2.5 last:border-b-0">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-lg border bg-sunken text-fg-2 [&>svg]:size-4 [&>svg]:stroke-[1.75]"
        >
          {icon}
        </span>
        <span className="flex min-w-0 flex-1 flex-col">{lines}</span>
        {children}
      </div>
      {failure === undefined ? null : (
        <div className="mt-2">
          <FormProblem>{failure}</FormProblem>
        </div>
      )}
    </li>
  )
}

interface RevocableListProps<Item> {
  id: string
  title: string
  text: string
  query: {
    data: readonly Item[] | undefined
    isError: boolean
    isFetching: boolean
    refetch: () => void
  }
  /** Shown if there is none. */
  empty?: string
  skeleton: ReactNode
  /** A button at the right of the title. */
  action?: ReactNode
  children: (item: Item) => ReactNode
}

function Rows<Item>({ query, empty, skeleton, children }: RevocableListProps<Item>) {
  if (query.data) {
    if (query.data.length > 0 || empty === undefined) return <ul>{query.data.map(children)}</ul>
    return <p className="px-4 py-3 text-sm text-fg-2">{empty}</p>
  }
  if (query.isError) {
    return <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} className="py-8" />
  }
  return skeleton
}

/** A section of the profile with sessions or keys. */
export function RevocableList<Item>(props: RevocableListProps<Item>) {
  const { id, title, text, action } = props
  return (
    <section aria-labelledby={id} className="mt-8">
      <div className="flex items-end justify-between gap-6">
        <div>
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          <p className="mt-0.5 text-sm text-fg-2">{text}</p>
        </div>
        {action}
      </div>
      <div className="mt-3 overflow-hidden rounded-xl border bg-surface shadow-1">
        <Rows {...props} />
      </div>
    </section>
  )
}
