import { ApiError } from '@plinth/client'
import { Email } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { useInvite } from './people-queries.ts'
import { peopleStrings as strings } from './strings.ts'

function LinkToGive({ link, onDone }: { link: string; onDone: () => void }) {
  return (
    <>
      <div className="px-5 pt-4">
        <p className="text-sm text-fg-2">{strings.linkText}</p>
        <p className="mt-3 flex items-center gap-1 rounded-lg border bg-sunken px-3 py-2 font-mono text-xs break-all">
          <span className="min-w-0 flex-1">{link}</span>
          <CopyButton label={strings.copyLink} copiedLabel={strings.copied} text={link} />
        </p>
      </div>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          {strings.done}
        </Button>
      </DialogFooter>
    </>
  )
}

function InviteForm(props: { onLink: (link: string) => void; onClose: () => void }) {
  const invite = useInvite()
  const [wrong, setWrong] = useState<string>()
  const refused = invite.error instanceof ApiError ? invite.error.message : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (invite.isPending) return
    const email = String(new FormData(event.currentTarget).get('email'))
    const issue = Email.safeParse(email).error?.issues[0]
    setWrong(issue && `${strings.email} ${issue.message}`)
    if (issue) return
    invite.mutate(email, {
      onSuccess: ({ link }) => {
        if (link !== null) return props.onLink(link)
        showToast({ title: strings.sent })
        props.onClose()
      },
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="px-5 pt-4">
        <Field
          label={strings.email}
          error={wrong ?? refused ?? (invite.isError ? strings.unreachable : undefined)}
        >
          {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
        </Field>
      </div>
      <DialogFooter>
        <Button onClick={props.onClose}>{strings.cancel}</Button>
        <Button type="submit" variant="primary" busy={invite.isPending}>
          {strings.send}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Invites by email. Without a mail server, the link is shown once to the admin. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [link, setLink] = useState<string>()
  const close = () => {
    setLink(undefined)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={link === undefined ? strings.inviteTitle : strings.linkTitle}
      {...(link === undefined ? { description: strings.inviteText } : {})}
    >
      {link === undefined ? (
        <InviteForm onLink={setLink} onClose={close} />
      ) : (
        <LinkToGive link={link} onDone={close} />
      )}
    </Dialog>
  )
}
