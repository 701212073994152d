import { requestImageUpload } from '@plinth/contract'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { ImageCard } from './image-card.tsx'
import { type ImageChoice, ImageSwitches } from './image-switches.tsx'
import type { Sample } from './sample.ts'
import { uploadImageStrings as strings } from './strings.ts'

/** Uploads to a signed URL and returns the image's URL without the signature. */
async function upload(
  file: File,
  options: { sample: Sample; choice: ImageChoice },
): Promise<string> {
  const body = {
    ...options.sample,
    ...options.choice,
    imageName: file.name,
    imageType: file.type,
  }
  const { url } = await client.call(requestImageUpload, { body })
  const acl = new URL(url).searchParams.get('x-amz-acl')
  const headers = { 'content-type': file.type, ...(acl ? { 'x-amz-acl': acl } : {}) }
  const answer = await fetch(url, { method: 'PUT', body: file, headers })
  if (!answer.ok) throw new Error(`Upload failed with status ${answer.status}`)
  return url.split('?')[0] ?? ''
}

export function UploadCard({ sample }: { sample: Sample }) {
  const [choice, setChoice] = useState<ImageChoice>({ multiple: false, isPrivate: true })
  const [files, setFiles] = useState<readonly File[]>([])
  const [stored, setStored] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    try {
      const addresses: string[] = []
      for (const file of files) addresses.push(await upload(file, { sample, choice }))
      setStored(addresses)
      showToast({ title: strings.uploaded })
    } catch (error) {
      const description = error instanceof Error ? error.message : ''
      showToast({ title: strings.uploadFailed, description, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <ImageCard title={strings.upload} onSubmit={send}>
      <ImageSwitches choice={choice} onChange={setChoice} />
      <Field label={strings.uploadLabel}>
        {(control) => (
          <Input
            {...control}
            type="file"
            accept="image/*"
            multiple={choice.multiple}
            onChange={(event) => setFiles([...(event.target.files ?? [])])}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={isBusy || files.length === 0}>
        {strings.send}
      </Button>
      {stored.length > 0 ? (
        <div className="text-xs text-fg-2">
          <h3 className="font-medium">{strings.storedAt}</h3>
          <ul className="mt-1 flex flex-col gap-1 font-mono break-all">
            {stored.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </ImageCard>
  )
}
