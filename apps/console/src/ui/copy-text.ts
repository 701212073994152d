/** A page that came without TLS has no clipboard to write to; the browser's own copying still works there. */
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

/** Puts a text on the clipboard, or rejects. */
export async function copyText(text: string): Promise<void> {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard) return clipboard.writeText(text)
  if (!copyBySelection(text)) throw new Error('The browser copied nothing')
}
