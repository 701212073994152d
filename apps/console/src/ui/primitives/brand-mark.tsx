import { cn } from './cn.ts'

/** The logo: three layers, the lowest in the accent colour. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('inline-grid size-6 place-items-center rounded-md bg-fg', className)}
    >
      <svg viewBox="0 0 24 24" fill="none" role="presentation" className="size-full text-surface">
        <path d="M12 5.8 17.6 8.8 12 11.8 6.4 8.8Z" fill="currentColor" />
        <g strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round">
          <path d="m6.4 11.9 5.6 3 5.6-3" stroke="currentColor" opacity=".8" />
          <path d="m6.4 15 5.6 3 5.6-3" className="stroke-accent" />
        </g>
      </svg>
    </span>
  )
}
