import { Segmented } from '../../ui/primitives/segmented.tsx'
import { uploadImageStrings as strings } from './strings.ts'

export interface ImageChoice {
  multiple: boolean
  isPrivate: boolean
}

interface ImageSwitchesProps {
  choice: ImageChoice
  onChange: (choice: ImageChoice) => void
}

export function ImageSwitches({ choice, onChange }: ImageSwitchesProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Segmented
        label={strings.count}
        value={choice.multiple ? 'multiple' : 'single'}
        options={[
          { value: 'single', label: strings.single },
          { value: 'multiple', label: strings.multiple },
        ]}
        onValueChange={(value) => onChange({ ...choice, multiple: value === 'multiple' })}
      />
      <Segmented
        label={strings.access}
        value={choice.isPrivate ? 'private' : 'public'}
        options={[
          { value: 'private', label: strings.private },
          { value: 'public', label: strings.public },
        ]}
        onValueChange={(value) => onChange({ ...choice, isPrivate: value === 'private' })}
      />
    </div>
  )
}
