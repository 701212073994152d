import { cookieStore } from '@plinth/client/next'
import type { NextRequest } from 'next/server'
import { setting } from '../../../../../setting.ts'

/**
 * Passes a request for an upload URL on, with the token of the session's cookie. The page then sends the picture straight
 * to the file store.
 */
export async function POST(request: NextRequest): Promise<Response> {
  const token = cookieStore(request.cookies).get()?.token
  const url = new URL('/api/file/upload', setting('PLINTH_URL'))
  url.searchParams.set('$projectId', setting('PLINTH_PROJECT_ID'))
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: await request.text(),
  })
  const headers = { 'content-type': answer.headers.get('content-type') ?? 'application/json' }
  return new Response(answer.body, { status: answer.status, headers })
}
