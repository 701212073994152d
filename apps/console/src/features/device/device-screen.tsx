import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AccountFrame } from '../../state/account/account-frame.tsx'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { DecisionForm } from './decision-form.tsx'
import { messageOf, useDecide, useFindLogin } from './device-queries.ts'
import { StepTitle } from './step-title.tsx'
import { deviceStrings as strings } from './strings.ts'

interface CodeFormProps {
  find: ReturnType<typeof useFindLogin>
}

/** The code in the address is only filled in: looking it up takes a click, so that a link alone does nothing. */
function CodeForm({ find }: CodeFormProps) {
  const [params] = useSearchParams()
  const [code, setCode] = useState(params.get('code') ?? '')
  const submit = () => {
    if (!find.isPending) find.mutate(code.trim())
  }
  return (
    <CheckedForm onSubmit={submit} className="mt-5 flex flex-col gap-4">
      <Field label={strings.code} hint={strings.codeHint}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={9}
            required
            value={code}
            onChange={(event) => setCode(event.target.value.toUpperCase())}
            className="font-mono tracking-widest"
          />
        )}
      </Field>
      {find.error ? (
        <p role="alert" className="text-sm text-danger-text">
          {messageOf(find.error)}
        </p>
      ) : null}
      <Button type="submit" variant="primary" busy={find.isPending} className="self-end">
        {strings.next}
      </Button>
    </CheckedForm>
  )
}

function Outcome({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="mt-5 text-sm">
      <StepTitle>{title}</StepTitle>
      <p className="mt-0.5 text-fg-2">{children}</p>
    </div>
  )
}

function Steps() {
  const find = useFindLogin()
  const decision = useDecide()
  const login = find.data?.login
  if (!find.isSuccess || !login) return <CodeForm find={find} />
  if (!decision.isSuccess) {
    const onRestart = () => {
      find.reset()
      decision.reset()
    }
    return <DecisionForm userCode={find.variables} {...{ login, decision, onRestart }} />
  }
  return decision.variables.granted ? (
    <Outcome title={strings.approved}>{strings.approvedText(login.name)}</Outcome>
  ) : (
    <Outcome title={strings.denied}>{strings.deniedText}</Outcome>
  )
}

/** Approves a login of the command line. */
export function DeviceScreen() {
  usePageTitle(strings.title)
  return (
    <AccountFrame>
      <div className="mx-auto max-w-280 px-8 py-10">
        <h1 className="text-xl font-semibold">{strings.title}</h1>
        <p className="mt-0.5 text-sm text-fg-2">{strings.subtitle}</p>
        <section className="mt-6 w-117 max-w-full rounded-xl border bg-surface px-5 pb-5 shadow-1">
          <Steps />
        </section>
        <p className="mt-6 text-sm">
          <Link
            to="/home"
            className="ring-focus rounded-sm text-fg-2 underline-offset-2 hover:text-fg hover:underline"
          >
            {strings.home}
          </Link>
        </p>
      </div>
    </AccountFrame>
  )
}
