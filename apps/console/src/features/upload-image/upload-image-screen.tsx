import { useLocation } from 'react-router'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { DownloadCard } from './download-card.tsx'
import { readSample } from './sample.ts'
import { uploadImageStrings as strings } from './strings.ts'
import { UploadCard } from './upload-card.tsx'

export function UploadImageScreen() {
  usePageTitle(strings.page)
  const sample = readSample(useLocation().search)
  return (
    <main className="mx-auto max-w-4xl px-6 py-12">
      <h1 className="text-xl font-semibold">{strings.page}</h1>
      <p className="mt-1 text-sm text-fg-2">{strings.intro}</p>
      <div className="mt-6 grid gap-4 md:grid-cols-2">
        <UploadCard sample={sample} />
        <DownloadCard sample={sample} />
      </div>
    </main>
  )
}
