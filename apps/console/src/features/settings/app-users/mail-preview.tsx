import { fillCodeMail, footerOfCodeMail } from '@plinth/contract'
import { useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useCurrentProject } from '../../../state/current-project.tsx'
import type { SignInValues } from './sign-in-values.ts'
import { appUsersStrings as strings } from './strings.ts'

const SAMPLE = { code: '12345678', link: `${window.location.origin}/user-link#…` }

/** The mail with a sample code, as plain text: that is how it is sent. */
export function MailPreview({ form }: { form: UseFormReturn<SignInValues> }) {
  const heading = useId()
  const { name: app } = useCurrentProject()
  const [subject, text] = useWatch({ control: form.control, name: ['mailSubject', 'mailText'] })
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-1.5">
      <h3 id={heading} className="text-xs text-fg-2">
        {strings.preview}
      </h3>
      <div className="rounded-md border bg-sunken px-3 py-2 text-sm wrap-anywhere">
        <p className="font-medium">{fillCodeMail(subject, SAMPLE)}</p>
        <p className="mt-2 whitespace-pre-wrap text-fg-2">{fillCodeMail(text, SAMPLE)}</p>
        <p className="mt-2 text-fg-2">{footerOfCodeMail({ app, host: window.location.host })}</p>
      </div>
    </section>
  )
}
