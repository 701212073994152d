'use server'

import type { FileValue } from '@plinth/client'
import { revalidatePath } from 'next/cache'
import { type FormState, messageOf } from '../form-state.ts'
import { plinth } from '../plinth.ts'

interface Offer {
  name: string
  /** In cents. */
  price: number
  stock: number
  picture: FileValue
}

/** Creates a product of the signed-in user; its picture is uploaded already. */
export async function offerProduct(offer: Offer): Promise<FormState> {
  const { name, price, stock, picture } = offer
  const { session, data } = await plinth()
  if (!session) return { error: 'Your session has ended. Sign in again.' }
  try {
    await data.table('products').create({ name, price, stock, picture, seller: session.userId })
  } catch (error) {
    return { error: messageOf(error) }
  }
  revalidatePath('/')
  return {}
}
