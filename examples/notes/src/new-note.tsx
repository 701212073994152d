import type { FormEvent } from 'react'
import { NoteFields, readFields } from './note-fields.tsx'
import { useCreateRow } from './plinth.ts'

export function NewNote({ ownerId }: { ownerId: string }) {
  const create = useCreateRow('notes')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    create.mutate({ ...readFields(form), owner: ownerId }, { onSuccess: () => form.reset() })
  }
  return (
    <form className="card" aria-label="New note" onSubmit={submit}>
      <NoteFields />
      {create.isError ? <p role="alert">{create.error.message}</p> : null}
      <button type="submit" disabled={create.isPending}>
        Add note
      </button>
    </form>
  )
}
