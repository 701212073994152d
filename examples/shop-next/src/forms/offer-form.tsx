'use client'

import type { FileValue } from '@plinth/client'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { offerProduct } from '../actions/products.ts'
import { isSessionEnded } from '../sign-in-again.ts'
import { refusalOf, uploadPicture } from './upload-picture.ts'

export function OfferForm() {
  const router = useRouter()
  const [error, setError] = useState<string>()
  /** The sent share of the picture while the product is saved. */
  const [sent, setSent] = useState<number>()

  /** Uploads the picture and saves the product; returns what went wrong. */
  async function save(form: FormData): Promise<string | undefined> {
    let picture: FileValue
    try {
      picture = await uploadPicture(form.get('picture') as File, setSent)
    } catch (failure) {
      if (isSessionEnded(failure)) router.push('/sign-in?ended=yes&next=/offer')
      return `The picture was refused: ${refusalOf(failure)}`
    }
    const saved = await offerProduct({
      name: String(form.get('name')),
      price: Math.round(Number(form.get('price')) * 100),
      stock: Number(form.get('stock')),
      picture,
    }).catch(() => ({ error: 'The shop is not available at the moment. Try again.' }))
    return saved.error
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setError(undefined)
    setSent(0)
    const refused = await save(form)
    setError(refused)
    setSent(undefined)
    if (!refused) router.push('/')
  }

  return (
    <form className="card narrow" onSubmit={submit}>
      <h1>Offer a product</h1>
      <label>
        Name
        <input name="name" required maxLength={60} />
      </label>
      <label>
        Price in euros
        <input name="price" type="number" required min={0.01} step={0.01} />
      </label>
      <label>
        In stock
        <input name="stock" type="number" required min={1} max={1000} defaultValue={1} />
      </label>
      <label>
        Picture, at most 1 MB
        <input name="picture" type="file" required accept="image/png,image/jpeg,image/webp" />
      </label>
      {sent === undefined ? null : <progress aria-label="Upload" value={sent} />}
      {error ? <p role="alert">{error}</p> : null}
      <button type="submit" disabled={sent !== undefined}>
        Offer
      </button>
    </form>
  )
}
