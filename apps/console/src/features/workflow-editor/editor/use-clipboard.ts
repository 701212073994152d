import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../../ui/hooks/use-shortcut.ts'
import type { NodePosition } from '../graph/graph.ts'
import type { Editor } from './create-editor.ts'

interface ClipboardOptions {
  editor: Editor
  knowsCredential: (id: string) => boolean
  /** Position for nodes pasted from another workflow. */
  centre: () => NodePosition
  onCopied: (count: number) => void
  onPasted: (count: number) => void
}

function isElsewhere(event: ClipboardEvent): boolean {
  if (isTyping(event.target) || document.querySelector('[role=dialog], [role=alertdialog]')) {
    return true
  }
  // Selected text takes precedence over selected nodes.
  return event.type !== 'paste' && document.getSelection()?.isCollapsed === false
}

/**
 * Copies, cuts and pastes nodes as clipboard text, so that they can be pasted into other workflows.
 */
export function useClipboard(options: ClipboardOptions) {
  const copy = useEffectEvent((event: ClipboardEvent) => {
    const { editor } = options
    const { nodes } = editor.get().selection
    if (nodes.size === 0 || isElsewhere(event)) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', editor.copy())
    options.onCopied(nodes.size)
    if (event.type === 'cut') editor.removeSelected()
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (isElsewhere(event)) return
    const { editor, knowsCredential } = options
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const count = editor.paste(text, { at: options.centre(), knowsCredential })
    if (count === 0) return
    event.preventDefault()
    options.onPasted(count)
  })
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => copy(event)
    const onPaste = (event: ClipboardEvent) => paste(event)
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
}
