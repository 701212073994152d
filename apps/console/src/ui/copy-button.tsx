import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from './cn.ts'

interface CopyButtonProps {
  label: string
  copiedLabel: string
  text: string
  className?: string
}

const COPIED_FOR_MS = 1500

/** Puts a text on the clipboard and says so for a moment. */
export function CopyButton({ label, copiedLabel, text, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      aria-label={copied ? copiedLabel : label}
      title={copied ? copiedLabel : label}
      onClick={copy}
      className={cn(
        'ring-focus grid size-6 place-items-center rounded-sm text-fg-3 hover:bg-active hover:text-fg',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
    </button>
  )
}
