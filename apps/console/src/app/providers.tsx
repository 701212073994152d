import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../api/query-client.ts'
import { SessionProvider } from '../state/session.tsx'
import { Toaster } from '../ui/toast/toaster.tsx'
import type { router } from './router.tsx'

export function Providers(props: { router: typeof router }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <RouterProvider router={props.router} />
        <Toaster />
      </SessionProvider>
    </QueryClientProvider>
  )
}
