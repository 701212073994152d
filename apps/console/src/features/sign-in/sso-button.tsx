import { getSsoOptions, startSso } from '@plinth/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { client } from '../../api/client.ts'
import { storeSsoHandle } from '../../state/sso-handle.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { signInStrings as strings } from './strings.ts'

function useStart() {
  return useMutation({
    mutationFn: (redirect: string) => client.call(startSso, { body: { redirect } }),
    onSuccess: ({ url, handle }) => {
      storeSsoHandle(handle)
      location.assign(url)
    },
    onError: ({ message }) =>
      showToast({ variant: 'destructive', title: strings.failed, description: message }),
  })
}

/** Leads to the identity provider, if there is one. */
export function SsoButton({ goal }: { goal: string }) {
  const options = useQuery({
    queryKey: ['sso'],
    queryFn: ({ signal }) => client.call(getSsoOptions, { signal }),
  })
  const start = useStart()
  const provider = options.data?.provider
  if (!provider) return null
  return (
    // The space above is that of the reason of a failed sign-in.
    <div className="mt-14 border-t pt-5">
      <Button
        busy={start.isPending || start.isSuccess}
        onClick={() => start.mutate(goal)}
        className="w-full"
      >
        <KeyRound aria-hidden="true" />
        <span className="truncate">{strings.signInWith(provider.name)}</span>
      </Button>
    </div>
  )
}
