import { ApiError } from '@plinth/client'
import { confirmUserLink, openUserLink, type UserLink } from '@plinth/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { client } from '../../api/client.ts'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { userLinkStrings as strings } from './strings.ts'

const messageOf = (error: unknown) =>
  error instanceof ApiError ? error.message : strings.unreachable

function Message({ title, text }: { title: string; text: string }) {
  return (
    <SplitFrame title={title} subtitle={text}>
      {null}
    </SplitFrame>
  )
}

function ConfirmLink({ token, link }: { token: string; link: UserLink }) {
  const confirm = useMutation({
    mutationFn: () => client.call(confirmUserLink, { body: { token } }),
    // Replaced, so that going back does not lead to a used link.
    onSuccess: ({ redirect }) => window.location.replace(redirect),
  })
  if (link.leadsTo === null)
    return <Message title={strings.title} text={strings.typeCode(link.app)} />
  if (confirm.error) return <Message title={strings.deadTitle} text={messageOf(confirm.error)} />
  return (
    <SplitFrame title={strings.title} subtitle={strings.subtitle(link.app, link.email)}>
      <div className="mt-6 flex flex-col gap-3">
        <Button
          variant="primary"
          busy={confirm.isPending || confirm.isSuccess}
          onClick={() => confirm.mutate()}
        >
          {strings.confirm}
        </Button>
        <p className="text-sm text-fg-2">{strings.leadsTo(link.leadsTo)}</p>
      </div>
    </SplitFrame>
  )
}

/** Target of a mailed link of an app user; its token is in the URL fragment. Opening it signs nobody in. */
export function UserLinkScreen() {
  usePageTitle(strings.title)
  const token = useLocation().hash.slice(1)
  const opened = useQuery({
    queryKey: ['user link', token],
    queryFn: ({ signal }) => client.call(openUserLink, { body: { token }, signal }),
    enabled: token !== '',
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (token === '') return <Message title={strings.deadTitle} text={strings.noToken} />
  if (opened.error) return <Message title={strings.deadTitle} text={messageOf(opened.error)} />
  return opened.data ? <ConfirmLink token={token} link={opened.data} /> : null
}
