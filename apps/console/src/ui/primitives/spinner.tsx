import { cn } from './cn.ts'

/** Decorative spinner; the text beside it names the work. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      fill="none"
      className={cn('size-4 animate-spin', className)}
    >
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="2" opacity=".25" />
      <path d="M14 8a6 6 0 0 0-6-6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
