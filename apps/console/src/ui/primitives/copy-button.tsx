import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from './cn.ts'

/** Without TLS there is no Clipboard API; `execCommand` still works. */
function copyBySelection(text: string): boolean {
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', give, { capture: true })
  const isDone = document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  return isDone
}

/** Copies a text to the clipboard; rejects on failure. */
export async function copyText(text: string): Promise<void> {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard) return clipboard.writeText(text)
  if (!copyBySelection(text)) throw new Error('The browser copied nothing')
}

interface CopyButtonProps {
  label: string
  copiedLabel: string
  text: string
  className?: string
}

const SAID_FOR_MS = 1500
const FAILED_LABEL = 'Could not copy'
const ICONS = { idle: Copy, copied: Check, failed: X }

/** Copies a text and confirms it for a moment. */
export function CopyButton({ label, copiedLabel, text, className }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof ICONS>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SAID_FOR_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    copyText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  const Icon = ICONS[state]
  const said = { idle: label, copied: copiedLabel, failed: FAILED_LABEL }[state]
  return (
    <button
      type="button"
      aria-label={said}
      title={said}
      onClick={copy}
      className={cn(
        'ring-focus grid size-6 place-items-center rounded-sm text-fg-3 hover:bg-active hover:text-fg',
        state === 'failed' && 'text-danger-text',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
    </button>
  )
}
