import { createClient } from '@plinth/client'
import { cookieStore } from '@plinth/client/next'
import { type NextRequest, NextResponse } from 'next/server'
import { setting } from './setting.ts'

/** Refreshes the session: server components can read cookies, but not set them. */
export async function proxy(request: NextRequest) {
  const session = cookieStore(request.cookies)
  await createClient({ baseUrl: setting('PLINTH_URL'), session }).refreshSession()
  const response = NextResponse.next({ request })
  session.copyTo(response.cookies)
  return response
}

export const config = { matcher: '/((?!_next/).*)' }
