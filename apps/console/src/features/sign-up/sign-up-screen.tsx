import { Link, useNavigate } from 'react-router'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { signUpStrings as strings } from './strings.ts'

interface SignUpFieldProps {
  label: string
  type?: string
  autoComplete: string
}

function SignUpField({ label, type = 'text', autoComplete }: SignUpFieldProps) {
  return (
    <Field label={label} required className="min-w-0 flex-1">
      {(control) => <Input {...control} type={type} autoComplete={autoComplete} />}
    </Field>
  )
}

/** Only navigates: owners and admins create accounts, and this screen calls no API. */
export function SignUpScreen() {
  usePageTitle(strings.title)
  const navigate = useNavigate()
  return (
    <SplitFrame title={strings.title} subtitle={strings.subtitle}>
      <div className="mt-6 flex flex-col gap-4">
        <div className="flex gap-3">
          <SignUpField label={strings.firstName} autoComplete="given-name" />
          <SignUpField label={strings.lastName} autoComplete="family-name" />
        </div>
        <SignUpField label={strings.email} type="email" autoComplete="email" />
        <SignUpField label={strings.password} type="password" autoComplete="new-password" />
        <Button variant="primary" className="mt-2 w-full" onClick={() => navigate('/home')}>
          {strings.submit}
        </Button>
      </div>
      <p className="mt-4 text-center text-sm text-fg-2">
        {strings.haveAccount}{' '}
        <Link to="/" className="ring-focus rounded-sm text-fg underline underline-offset-2">
          {strings.signIn}
        </Link>
      </p>
    </SplitFrame>
  )
}
