'use client'

import { useActionState } from 'react'
import { payOrder } from '../actions/orders.ts'

export function PayForm({ order, name }: { order: string; name: string }) {
  const [state, submit, isPending] = useActionState(payOrder, {})
  return (
    <form action={submit} aria-label={`Pay ${name}`}>
      <input type="hidden" name="order" value={order} />
      <button type="submit" disabled={isPending}>
        Pay
      </button>
      {state.error ? <p role="alert">{state.error}</p> : null}
    </form>
  )
}
