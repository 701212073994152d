import { AccountForm } from '../../forms/account-form.tsx'
import { pageOf } from '../../sign-in-again.ts'

export default async function SignUpPage({ searchParams }: PageProps<'/sign-up'>) {
  const { next } = await searchParams
  return <AccountForm way="sign-up" next={pageOf(next)} />
}
