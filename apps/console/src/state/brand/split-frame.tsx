import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/primitives/brand-mark.tsx'
import { PlinthDrawing } from './plinth-drawing.tsx'

interface SplitFrameProps {
  title: string
  subtitle: string
  children: ReactNode
}

/** A card with a narrow form on the left half, the logo panel on the right. */
export function SplitFrame({ title, subtitle, children }: SplitFrameProps) {
  return (
    <div className="grid min-h-full lg:grid-cols-2">
      <main
        tabIndex={-1}
        className="flex min-h-screen items-center justify-center px-4 py-10 outline-none"
      >
        <section className="flex w-full max-w-117 justify-center rounded-2xl border bg-surface px-4 pt-10 pb-11 shadow-2">
          <div className="w-full max-w-83 min-w-0">
            <BrandMark className="size-8 rounded-lg" />
            <h1 className="mt-5 text-xl font-semibold wrap-anywhere">{title}</h1>
            <p className="mt-1 text-sm text-fg-2">{subtitle}</p>
            {children}
          </div>
        </section>
      </main>
      <LogoPanel />
    </div>
  )
}

function LogoPanel() {
  return (
    <aside
      aria-label="Plinth"
      className="relative hidden items-center justify-center overflow-hidden border-l bg-sunken lg:flex"
    >
      <div
        aria-hidden="true"
        className="absolute inset-0 bg-[radial-gradient(var(--dots)_1px,transparent_1px)] mask-[radial-gradient(closest-side,black,transparent)] bg-size-[20px_20px] bg-center"
      />
      <div className="relative flex flex-col items-center">
        <PlinthDrawing />
        <p className="mt-8 text-xl font-semibold tracking-tight">Plinth</p>
      </div>
    </aside>
  )
}
