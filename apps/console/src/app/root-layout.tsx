import { Outlet, useNavigation } from 'react-router'
import { BusyBar } from '../ui/primitives/busy-bar.tsx'
import { useRouteAnnouncer } from './use-route-announcer.ts'

export function RootLayout() {
  const navigation = useNavigation()
  useRouteAnnouncer()
  return (
    <>
      <Outlet />
      {navigation.state === 'loading' ? <BusyBar label="Loading" /> : null}
    </>
  )
}
