import { redirect } from 'next/navigation'
import { OfferForm } from '../../forms/offer-form.tsx'
import { plinth } from '../../plinth.ts'

export default async function OfferPage() {
  const { session } = await plinth()
  if (!session) redirect('/sign-in?next=/offer')
  return <OfferForm />
}
