import { ApiError } from '@plinth/client'
import { finishConnection } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import {
  announceConnected,
  type Connecting,
  takeConnecting,
} from '../../state/credentials/connecting.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { oauthCallbackStrings as strings } from './strings.ts'

function Ended({ title, text }: { title: string; text: string }) {
  return (
    <SplitFrame title={title} subtitle={text}>
      <Button className="mt-6 w-full" onClick={() => window.close()}>
        {strings.close}
      </Button>
    </SplitFrame>
  )
}

/** Services redirect here after a person allowed the access. The answer is removed from the address before it is sent. */
export function OauthCallbackScreen() {
  usePageTitle(strings.title)
  const [isOurs, setIsOurs] = useState(true)
  const isSent = useRef(false)
  const { mutate, data, error } = useMutation({
    mutationFn: ({ query, path, ...begun }: Connecting & { query: string; path: string }) =>
      client.call(finishConnection, {
        params: { projectId: begun.projectId, id: begun.credentialId },
        body: { handle: begun.handle, query, path },
      }),
    gcTime: 0,
    onSuccess: announceConnected,
  })
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const { search: query, pathname: path } = location
    history.replaceState(history.state, '', path)
    const begun = takeConnecting()
    if (begun) mutate({ ...begun, query, path })
    else setIsOurs(false)
  }, [mutate])

  if (!isOurs) return <Ended title={strings.failedTitle} text={strings.notHere} />
  if (error) {
    const text = error instanceof ApiError ? error.message : strings.unreachable
    return <Ended title={strings.failedTitle} text={text} />
  }
  if (data) return <Ended title={strings.doneTitle} text={strings.done(data.credential.name)} />
  return (
    <SplitFrame title={strings.title} subtitle={strings.subtitle}>
      {null}
    </SplitFrame>
  )
}
