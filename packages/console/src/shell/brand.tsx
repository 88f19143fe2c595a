import { common } from '../texts/common.ts'

export function Brand() {
  return (
    <span className="flex items-center gap-2.5 text-[1.05rem] font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-7 shrink-0" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M7 10h18M10 16h12M13.5 22h5"
          fill="none"
          className="stroke-on-accent"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      {common.name}
    </span>
  )
}
