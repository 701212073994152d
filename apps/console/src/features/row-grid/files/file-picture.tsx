import {
  File,
  FileArchive,
  FileAudio,
  FileText,
  FileVideo,
  Image,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'
import { type Pictured, useThumbnail } from './use-thumbnail.ts'

const ICONS: readonly [RegExp, LucideIcon][] = [
  [/^image\//, Image],
  [/^video\//, FileVideo],
  [/^audio\//, FileAudio],
  [/zip|tar|compressed/, FileArchive],
  [/^text\/|pdf|json|xml/, FileText],
]

/** The icon for a MIME type. */
export function FileIcon({ type, className }: { type: string; className?: string }) {
  const Icon = ICONS.find(([pattern]) => pattern.test(type))?.[1] ?? File
  return <Icon aria-hidden="true" className={cn('stroke-[1.75] text-fg-3', className)} />
}

interface FilePictureProps extends Pictured {
  className?: string
}

/** The thumbnail of a file, or an icon; decorative, because the file name is beside it. */
export function FilePicture({ className, ...pictured }: FilePictureProps) {
  const url = useThumbnail(pictured)
  const [broken, setBroken] = useState<string>()
  const isShown = url !== undefined && broken !== url
  return (
    <span
      data-picture={isShown ? 'made' : 'none'}
      className={cn(
        'grid aspect-square shrink-0 place-items-center overflow-hidden rounded-sm border bg-sunken',
        className,
      )}
    >
      {isShown ? (
        <img
          src={url}
          alt=""
          draggable={false}
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      ) : (
        <FileIcon type={pictured.file.fileType} className="size-[62%]" />
      )}
    </span>
  )
}
