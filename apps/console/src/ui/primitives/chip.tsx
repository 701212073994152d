import { X } from 'lucide-react'

interface ChipProps {
  label: string
  /** Shown on hover. */
  title?: string
  removeLabel: string
  onRemove: () => void
}

/** A chosen value with a button that removes it. */
export function Chip({ label, title, removeLabel, onRemove }: ChipProps) {
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-1 rounded-full bg-blue-soft pr-1 pl-2.5 text-xs text-blue-text">
      <span className="truncate" title={title}>
        {label}
      </span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="ring-focus grid size-4 shrink-0 place-items-center rounded-full hover:bg-active"
      >
        <X aria-hidden="true" className="size-3" />
      </button>
    </span>
  )
}
