import type { ReactNode } from 'react'

interface ImageCardProps {
  title: string
  onSubmit: () => void
  children: ReactNode
}

export function ImageCard({ title, onSubmit, children }: ImageCardProps) {
  return (
    <section className="rounded-lg border border-line bg-surface p-5 shadow-1">
      <h2 className="text-md font-semibold">{title}</h2>
      <form
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </section>
  )
}
