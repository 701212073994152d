import { startSso } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { client } from '../../api/client.ts'
import { storeSsoHandle } from '../../state/sso/sso-handle.ts'
import { useSsoProvider } from '../../state/sso/sso-provider.ts'
import { usePageReturn } from '../../ui/hooks/use-page-return.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { signInStrings as strings } from './strings.ts'

function useStart() {
  const start = useMutation({
    mutationFn: (redirect: string) => client.call(startSso, { body: { redirect } }),
    onSuccess: ({ url, handle }) => {
      storeSsoHandle(handle, 'sign-in')
      location.assign(url)
    },
    onError: ({ message }) =>
      showToast({ variant: 'destructive', title: strings.failed, description: message }),
  })
  usePageReturn(start.reset)
  return start
}

interface SsoButtonProps {
  goal: string
  /** Whether it is alone on the page. */
  isFirst: boolean
}

/** Leads to the identity provider, if there is one. */
export function SsoButton({ goal, isFirst }: SsoButtonProps) {
  const { provider } = useSsoProvider()
  const start = useStart()
  if (!provider) return null
  return (
    // The space above is that of the reason of a failed sign-in.
    <div className={isFirst ? 'mt-6' : 'mt-14 border-t pt-5'}>
      <Button
        variant={isFirst ? 'primary' : 'outline'}
        busy={start.isPending || start.isSuccess}
        autoFocus={isFirst}
        onClick={() => start.mutate(goal)}
        className="w-full"
      >
        <KeyRound aria-hidden="true" />
        <span className="truncate">{strings.signInWith(provider.name)}</span>
      </Button>
    </div>
  )
}
