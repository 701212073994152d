import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { logFailure } from '../../api/log-failure.ts'
import { showToast } from '../../ui/toast/toast.ts'

interface RemovalWords {
  removed: string
  removeFailed: string
  removeFailedText?: string
}

interface RemovalOptions<Item> {
  what: string
  words: RemovalWords
  remove: (item: Item) => Promise<unknown>
  reload: () => Promise<void>
}

/** Asks before something is deleted, deletes it and says how it went. */
export function useRemoval<Item>({ what, words, remove, reload }: RemovalOptions<Item>) {
  const [item, setItem] = useState<Item>()
  const [open, setOpen] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: remove,
    onSuccess: () => showToast({ title: words.removed }),
    onError: (error) => {
      logFailure(what, error)
      const { removeFailed: title, removeFailedText: description } = words
      const more = description === undefined ? {} : { description }
      showToast({ title, ...more, variant: 'destructive' })
    },
    // The list may have changed either way: what could not be deleted may be gone already.
    onSettled: () => {
      setOpen(false)
      return reload()
    },
  })
  return {
    /** What is asked about; it stays while the question fades out. */
    item,
    open,
    busy: isPending,
    ask(next: Item) {
      setItem(next)
      setOpen(true)
    },
    cancel: () => (isPending ? undefined : setOpen(false)),
    confirm: () => (item === undefined ? undefined : mutate(item)),
  }
}
