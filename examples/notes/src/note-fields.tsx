import type { Note } from './plinth.ts'

type Fields = Pick<Note, 'title' | 'text'>

/** Reads the values of a form with {@link NoteFields}. */
export function readFields(form: HTMLFormElement): { title: string; text: string } {
  const data = new FormData(form)
  return { title: String(data.get('title')), text: String(data.get('text')) }
}

export function NoteFields({ title = '', text = '' }: Partial<Fields>) {
  return (
    <>
      <label>
        Title
        <input name="title" required maxLength={120} defaultValue={title} />
      </label>
      <label>
        Text
        <textarea name="text" rows={3} maxLength={4000} defaultValue={text ?? ''} />
      </label>
    </>
  )
}
