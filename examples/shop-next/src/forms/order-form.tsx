'use client'

import { useActionState } from 'react'
import { placeOrder } from '../actions/orders.ts'

interface Props {
  product: { id: string; name: string; stock: number }
}

export function OrderForm({ product: { id, name, stock } }: Props) {
  const [state, submit, isPending] = useActionState(placeOrder, {})
  return (
    <form action={submit} aria-label={`Order ${name}`}>
      <input type="hidden" name="product" value={id} />
      <div className="actions">
        <label>
          Quantity
          <input name="quantity" type="number" required min={1} max={stock} defaultValue={1} />
        </label>
        <button type="submit" disabled={isPending}>
          Order
        </button>
      </div>
      {state.error ? <p role="alert">{state.error}</p> : null}
    </form>
  )
}
