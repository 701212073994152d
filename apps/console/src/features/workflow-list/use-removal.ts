import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { logFailure } from '../../api/log-failure.ts'
import { showToast } from '../../ui/toast/toast.ts'

interface RemovalStrings {
  removed: string
  removeFailed: string
  removeFailedText?: string
}

interface RemovalOptions<Item> {
  what: string
  words: RemovalStrings
  remove: (item: Item) => Promise<unknown>
  reload: () => Promise<void>
}

/** Asks for confirmation, deletes, and shows the result as a toast. */
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
    // Refetch on failure too: the item may already have been deleted.
    onSettled: () => {
      setOpen(false)
      return reload()
    },
  })
  return {
    /** The item to delete; kept during the closing animation. */
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
