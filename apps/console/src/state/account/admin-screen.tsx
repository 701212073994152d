import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageMessage } from '../../ui/layout/page-message.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { buttonStyle } from '../../ui/primitives/button.tsx'
import { useCurrentUser } from '../current-user.ts'
import { AccountFrame } from './account-frame.tsx'

interface AdminScreenProps {
  strings: { title: string; adminsOnly: string; back: string }
  children: ReactNode
}

/** A screen of the organisation; everyone but admins sees who may use it and the way back. */
export function AdminScreen({ strings, children }: AdminScreenProps) {
  usePageTitle(strings.title)
  const { data } = useCurrentUser()
  return (
    <AccountFrame>
      {data?.user.role === 'admin' ? children : null}
      {data && data.user.role !== 'admin' ? (
        <PageMessage title={strings.title} text={strings.adminsOnly}>
          <Link to="/home" className={buttonStyle('outline')}>
            {strings.back}
          </Link>
        </PageMessage>
      ) : null}
    </AccountFrame>
  )
}
