import { ApiError } from '@plinth/client'
import { finishUserProvider, type ProviderEnd } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { client } from '../../api/client.ts'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { buttonStyle } from '../../ui/primitives/button.tsx'
import { cn } from '../../ui/primitives/cn.ts'
import { userSignInStrings as strings } from './strings.ts'

/** Sends the ticket to the page of the app that opened this window, and to no other origin. */
function leave({ redirect, inPopup, ticket, problem }: ProviderEnd): void {
  if (inPopup && window.opener) {
    const message = { type: 'plinth.provider', ticket, problem }
    window.opener.postMessage(message, new URL(redirect).origin)
  } else if (!inPopup && ticket !== null) {
    // Replaced, so that going back does not lead to a used answer.
    window.location.replace(redirect)
  }
}

function Failure({ text, redirect }: { text: string; redirect?: string | undefined }) {
  return (
    <SplitFrame title={strings.failedTitle} subtitle={text}>
      {redirect === undefined ? null : (
        <a href={redirect} className={cn(buttonStyle('outline'), 'mt-6 w-full')}>
          {strings.toApp}
        </a>
      )}
    </SplitFrame>
  )
}

/** Identity providers redirect app users here. The answer is removed from the address before it is sent. */
export function UserSignInScreen() {
  usePageTitle(strings.title)
  const { environmentId = '', tableId = '', name = '' } = useParams()
  const { mutate, data, error } = useMutation({
    mutationFn: (query: string) =>
      client.call(finishUserProvider, { body: { environmentId, tableId, name, query } }),
    gcTime: 0,
    onSuccess: leave,
  })
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const query = location.search
    history.replaceState(history.state, '', location.pathname)
    mutate(query)
  }, [mutate])

  if (error)
    return <Failure text={error instanceof ApiError ? error.message : strings.unreachable} />
  if (data?.inPopup && !window.opener) return <Failure text={strings.noOpener} />
  if (data?.problem)
    return <Failure text={data.problem} redirect={data.inPopup ? undefined : data.redirect} />
  const subtitle = data ? strings.done : strings.subtitle
  return (
    <SplitFrame title={strings.title} subtitle={subtitle}>
      {null}
    </SplitFrame>
  )
}
