import { type FormEvent, useState } from 'react'
import { NoteFields, readFields } from './note-fields.tsx'
import { type Note, useDeleteRow, useUpdateRow } from './plinth.ts'

function EditNote({ note, onDone }: { note: Note; onDone: () => void }) {
  const update = useUpdateRow('notes')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    update.mutate({ id: note.id, ...readFields(event.currentTarget) }, { onSuccess: onDone })
  }
  return (
    <form aria-label={`Edit ${note.title}`} onSubmit={submit}>
      <NoteFields title={note.title} text={note.text} />
      {update.isError ? <p role="alert">{update.error.message}</p> : null}
      <div className="actions">
        <button type="submit" disabled={update.isPending}>
          Save
        </button>
        <button type="button" className="quiet" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  )
}

export function NoteItem({ note }: { note: Note }) {
  const [isEdited, setEdited] = useState(false)
  const remove = useDeleteRow('notes')
  if (isEdited) {
    return (
      <li className="card">
        <EditNote note={note} onDone={() => setEdited(false)} />
      </li>
    )
  }
  return (
    <li className="card">
      <h2>{note.title}</h2>
      {note.text ? <p className="text">{note.text}</p> : null}
      {remove.isError ? <p role="alert">{remove.error.message}</p> : null}
      <div className="actions">
        <button type="button" className="quiet" onClick={() => setEdited(true)}>
          Edit<span className="hidden"> {note.title}</span>
        </button>
        <button
          type="button"
          className="quiet danger"
          disabled={remove.isPending}
          onClick={() => remove.mutate(note.id)}
        >
          Delete<span className="hidden"> {note.title}</span>
        </button>
      </div>
    </li>
  )
}
