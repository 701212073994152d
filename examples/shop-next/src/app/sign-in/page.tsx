import { AccountForm } from '../../forms/account-form.tsx'
import { pageOf } from '../../sign-in-again.ts'

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { next, ended } = await searchParams
  return (
    <>
      {ended ? <p role="status">Your session has ended. Sign in again.</p> : null}
      <AccountForm way="sign-in" next={pageOf(next)} />
    </>
  )
}
