import { resetPassword } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { SplitFrame } from '../../ui/split-frame.tsx'
import { showToast } from '../../ui/toast.ts'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { strings } from './strings.ts'

interface Issues {
  password?: string
  repeat?: string
}

function issuesOf(password: string, repeat: string): Issues {
  return password === repeat ? {} : { repeat: strings.notEqual }
}

export function NewPasswordForm({ token }: { token: string }) {
  usePageTitle(strings.newTitle)
  const navigate = useNavigate()
  const [issues, setIssues] = useState<Issues>({})
  const reset = useMutation({
    mutationFn: (password: string) => client.call(resetPassword, { body: { token, password } }),
    onSuccess: () => {
      showToast({ title: strings.saved, description: strings.savedText })
      navigate('/', { replace: true })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reset.isPending) return
    const form = new FormData(event.currentTarget)
    const password = String(form.get('password'))
    const found = issuesOf(password, String(form.get('repeat')))
    setIssues(found)
    if (Object.keys(found).length === 0) reset.mutate(password)
  }
  return (
    <SplitFrame title={strings.newTitle} subtitle={strings.newSubtitle}>
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <Field label={strings.password} hint={strings.passwordHint} error={issues.password}>
          {(control) => (
            <Input {...control} name="password" type="password" autoComplete="new-password" />
          )}
        </Field>
        <Field label={strings.repeat} error={issues.repeat}>
          {(control) => (
            <Input {...control} name="repeat" type="password" autoComplete="new-password" />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={reset.isPending} className="mt-2 w-full">
          {strings.save}
        </Button>
      </form>
      {reset.isError ? (
        <p role="alert" className="mt-4 text-sm text-danger-text">
          {reset.error.message}{' '}
          <Link to="/forgot-password" className="ring-focus rounded-sm underline">
            {strings.askAgain}
          </Link>
        </p>
      ) : null}
      <BackToSignIn />
    </SplitFrame>
  )
}
