import { NewNote } from './new-note.tsx'
import { NoteItem } from './note-item.tsx'
import { queries, useCurrentUser, useRows, users } from './plinth.ts'

async function leave() {
  // This device is signed out even if the server cannot be reached.
  await users.signOut().catch(() => undefined)
  queries.clear()
}

/** The signed-in user's notes; the table's rules hide those of other users. */
export function Notes() {
  const user = useCurrentUser<{ id: string; email: string }>().data
  const notes = useRows('notes', { $sort: '-createdOn', $limit: 100 })
  return (
    <>
      <header>
        <h1>Notes</h1>
        <span className="who">{user?.email}</span>
        <button type="button" className="quiet" onClick={leave}>
          Sign out
        </button>
      </header>
      {user ? <NewNote ownerId={user.id} /> : null}
      {notes.isError ? (
        <p role="alert">
          {notes.error.message}{' '}
          <button type="button" className="quiet" onClick={() => notes.refetch()}>
            Try again
          </button>
        </p>
      ) : null}
      {notes.data?.data.length === 0 ? <p className="empty">No notes yet. Write one.</p> : null}
      <ul aria-label="Notes" aria-busy={notes.isFetching}>
        {notes.data?.data.map((note) => (
          <NoteItem key={note.id} note={note} />
        ))}
      </ul>
    </>
  )
}
