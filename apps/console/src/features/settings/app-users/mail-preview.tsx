import {
  APP_MAIL_FIELDS,
  type AppMailKind,
  DEFAULT_APP_MAILS,
  renderAppMail,
} from '@plinth/contract'
import { useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useCurrentProject } from '../../../state/current-project.tsx'
import type { SignInOfTable } from './sign-in-query.ts'
import type { SignInValues } from './sign-in-values.ts'
import { appUsersStrings as strings } from './strings.ts'

/** As long as the code of a link. */
const SAMPLE_TOKEN = 'Q2nT8xVd0LrKfYwE5uZaJ7hMb3PoGs1C-iXk9R_vU4e'

interface MailPreviewProps {
  form: UseFormReturn<SignInValues>
  opened: SignInOfTable
  kind: AppMailKind
}

function sampleOf({ mails, environmentId, table }: SignInOfTable, kind: AppMailKind) {
  const { baseUrl, origins } = mails
  const { host } = new URL(baseUrl)
  const email = 'ada@example.com'
  if (kind === 'code')
    return { code: '12345678', link: `${baseUrl}/user-link#${SAMPLE_TOKEN}`, email, host }
  const page = `${origins[environmentId] ?? baseUrl}/auth/${encodeURIComponent(table)}/${kind}`
  return { code: SAMPLE_TOKEN, link: `${page}#${SAMPLE_TOKEN}`, email, host }
}

/** The mail with sample values, as plain text: that is how it is sent. */
export function MailPreview({ form, opened, kind }: MailPreviewProps) {
  const heading = useId()
  const { name: app } = useCurrentProject()
  const fields = APP_MAIL_FIELDS[kind]
  const [subject, text] = useWatch({ control: form.control, name: [fields.subject, fields.text] })
  const words = {
    subject: subject.trim() || DEFAULT_APP_MAILS[kind].subject,
    text: text.trim() || DEFAULT_APP_MAILS[kind].text,
  }
  const mail = renderAppMail(kind, words, { ...sampleOf(opened, kind), app })
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-1.5">
      <h3 id={heading} className="text-xs text-fg-2">
        {strings.preview}
      </h3>
      <div className="rounded-md border bg-sunken px-3 py-2 text-sm wrap-anywhere">
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 border-b pb-2">
          <dt className="text-fg-2">{strings.from}</dt>
          <dd>{opened.mails.sender ?? strings.noSender}</dd>
          <dt className="text-fg-2">{strings.mailPart.subject}</dt>
          <dd className="font-medium">{mail.subject}</dd>
        </dl>
        <p className="mt-2 whitespace-pre-wrap">{mail.text}</p>
      </div>
    </section>
  )
}
