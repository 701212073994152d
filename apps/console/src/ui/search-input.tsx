import { Search } from 'lucide-react'
import { Input } from './input.tsx'

interface SearchInputProps {
  label: string
  value: string
  onValueChange: (value: string) => void
  maxLength?: number
}

export function SearchInput({ label, value, onValueChange, maxLength }: SearchInputProps) {
  return (
    <div className="relative w-72">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-2.25 left-2.5 size-3.5 text-fg-3"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onValueChange(event.target.value)}
        className="pl-8 [&::-webkit-search-cancel-button]:grayscale"
      />
    </div>
  )
}
