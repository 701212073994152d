import { Info, TriangleAlert } from 'lucide-react'

/** Why the user cannot change a form. */
export function ReadOnlyReason({ children }: { children: string }) {
  return (
    <p className="flex gap-2 rounded-lg border bg-sunken/60 px-3 py-2 text-xs leading-5 text-fg-2">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-fg-3" />
      {children}
    </p>
  )
}

/** Save error, shown in the form. */
export function FormProblem({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <p
      role="alert"
      className="flex gap-2 rounded-lg border border-danger-line bg-danger-soft px-3 py-2 text-xs leading-5 text-danger-text"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}
