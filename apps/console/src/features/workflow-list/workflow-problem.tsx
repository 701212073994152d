import { TriangleAlert } from 'lucide-react'

/** An error message inside the dialog. */
export function WorkflowProblem({ children }: { children: string | undefined }) {
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
