import { getImageDownloadUrl } from '@plinth/contract'
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

export function DownloadCard({ sample }: { sample: Sample }) {
  const [choice, setChoice] = useState<ImageChoice>({ multiple: false, isPrivate: true })
  const [imageurl, setImageurl] = useState('')

  async function openLink() {
    try {
      const { url } = await client.call(getImageDownloadUrl, {
        body: { ...sample, ...choice, imageurl },
      })
      showToast({ title: strings.linked })
      window.open(url, '_blank', 'noopener')
    } catch (error) {
      const description = error instanceof Error ? error.message : ''
      showToast({ title: strings.linkFailed, description, variant: 'destructive' })
    }
  }

  return (
    <ImageCard title={strings.download} onSubmit={openLink}>
      <ImageSwitches choice={choice} onChange={setChoice} />
      <Field label={strings.linkLabel} hint={strings.linkHint}>
        {(control) => (
          <Input
            {...control}
            value={imageurl}
            onChange={(event) => setImageurl(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={imageurl === ''}>
        {strings.getLink}
      </Button>
    </ImageCard>
  )
}
