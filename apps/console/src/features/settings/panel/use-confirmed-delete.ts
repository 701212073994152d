import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { showToast } from '../../../ui/toast/toast.ts'

interface ConfirmedDelete {
  /** What is being done, for the log. */
  what: string
  words: { done: string; failed: string }
  call: (id: string) => Promise<unknown>
  reload: () => Promise<unknown>
}

/** Taking something away, which is asked about first; it keeps its words while the question fades out. */
export function useConfirmedDelete<Item extends { id: string }>(given: ConfirmedDelete) {
  const { what, words, call, reload } = given
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
