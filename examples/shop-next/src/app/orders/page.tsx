import { redirect } from 'next/navigation'
import { PayForm } from '../../forms/pay-form.tsx'
import { type Order, plinth } from '../../plinth.ts'
import { priceOf } from '../../price.ts'
import { orSignIn } from '../../sign-in-again.ts'

/** What the workflow has decided. */
const STATES = { open: 'Open', paid: 'Paid', refused: 'Refused: sold out' } as const

function OrderItem({ order }: { order: Order }) {
  const { quantity, status, expand } = order
  const { name = 'A product that is no longer offered', price = 0 } = expand?.product ?? {}
  return (
    <li className="card row">
      <h2>
        {quantity} × {name}
      </h2>
      <p>{priceOf(quantity * price)}</p>
      <p>{STATES[status ?? 'open']}</p>
      {status === 'open' ? <PayForm order={order.id} name={name} /> : null}
    </li>
  )
}

/** The orders of the signed-in user: the rules hide those of others. */
export default async function OrdersPage() {
  const { session, data } = await plinth()
  if (!session) redirect('/sign-in?next=/orders')
  const orders = data
    .table('orders')
    .getMany({ $withRelation: 'product', $sort: '-createdOn', $limit: 50 })
  const page = await orSignIn('/orders', orders)
  return (
    <>
      <h1>Orders</h1>
      {page.data.length === 0 ? <p>No orders yet.</p> : null}
      <ul aria-label="Orders">
        {page.data.map((order) => (
          <OrderItem key={order.id} order={order} />
        ))}
      </ul>
    </>
  )
}
