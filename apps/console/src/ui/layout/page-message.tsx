import type { ReactNode } from 'react'

interface PageMessageProps {
  title: string
  text: string
  children?: ReactNode
  /** Shown below the children, for optional actions. */
  below?: ReactNode
}

/** A centred message on an otherwise empty page. */
export function PageMessage({ title, text, children, below }: PageMessageProps) {
  return (
    <div className="flex h-full flex-col items-center justify-center px-6 pb-16 text-center">
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-2 max-w-120 text-sm break-words text-fg-2">{text}</p>
      {children ? <div className="mt-5 flex gap-2">{children}</div> : null}
      {below}
    </div>
  )
}
