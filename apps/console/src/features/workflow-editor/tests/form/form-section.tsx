import { type ReactNode, useId } from 'react'

interface FormSectionProps {
  title: string
  hint: string
  children: ReactNode
}

/** A titled list of rows. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h3 id={id} className="text-xs font-semibold">
        {title}
      </h3>
      <p className="text-xs text-fg-2">{hint}</p>
      <ul className="rounded-lg border">{children}</ul>
    </section>
  )
}
