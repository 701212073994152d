'use server'

import { ApiError } from '@plinth/client'
import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { type FormState, messageOf } from '../form-state.ts'
import { confirmPayment } from '../payments.ts'
import { plinth } from '../plinth.ts'
import { isSessionEnded, signInAgain } from '../sign-in-again.ts'

export async function placeOrder(_before: FormState, form: FormData): Promise<FormState> {
  const { session, data } = await plinth()
  if (!session) redirect('/sign-in?next=/')
  try {
    await data.table('orders').create({
      product: String(form.get('product')),
      quantity: Number(form.get('quantity')),
      buyer: session.userId,
    })
  } catch (error) {
    if (isSessionEnded(error)) signInAgain('/')
    // The create rule compares the quantity with the stock.
    const isRefused = error instanceof ApiError && error.code === 'forbidden'
    return { error: isRefused ? 'There are not enough left.' : messageOf(error) }
  }
  redirect('/orders')
}

export async function payOrder(_before: FormState, form: FormData): Promise<FormState> {
  const { data } = await plinth()
  try {
    // Only the buyer can read the order.
    const { id } = await data.table('orders').getOne(String(form.get('order')))
    if (!(await confirmPayment(id))) return { error: 'The payment was not confirmed. Try again.' }
  } catch (error) {
    if (isSessionEnded(error)) signInAgain('/orders')
    return { error: messageOf(error) }
  }
  revalidatePath('/orders')
  return {}
}
