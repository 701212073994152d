import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { showToast } from '../../../ui/toast/toast.ts'

interface ConfirmedDelete {
  /** Name of the action, for the log. */
  what: string
  words: { done: string; failed: string }
  call: (id: string) => Promise<unknown>
  reload: () => Promise<unknown>
}

/** Deletes an item after confirmation; the item is kept during the closing animation. */
export function useConfirmedDelete<Item extends { id: string }>(options: ConfirmedDelete) {
  const { what, words, call, reload } = options
  const [pending, setPending] = useState<{ open: boolean; item: Item | undefined }>({
    open: false,
    item: undefined,
  })
  const close = () => setPending({ ...pending, open: false })
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: () => showToast({ title: words.done }),
    onError: (error) => {
      logFailure(what, error)
      showToast({ title: words.failed, description: error.message, variant: 'destructive' })
    },
    onSettled: () => {
      close()
      return reload()
    },
  })
  return {
    ...pending,
    busy: isPending,
    close,
    ask: (item: Item) => setPending({ open: true, item }),
    confirm: () => pending.item && mutate(pending.item.id),
  }
}
