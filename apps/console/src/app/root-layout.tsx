import { Outlet, useNavigation } from 'react-router'
import { BusyBar } from '../ui/busy-bar.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

export function RootLayout() {
  const navigation = useNavigation()
  return (
    <>
      <Outlet />
      {navigation.state === 'loading' ? <BusyBar label="Loading" /> : null}
      <RouteAnnouncer />
    </>
  )
}
