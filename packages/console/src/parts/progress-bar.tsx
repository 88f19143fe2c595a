/** Shows progress; without a share, that work continues. */
export function ProgressBar({ label, share, aside }: { label: string; share?: number; aside?: string }) {
  return (
    <div role="status">
      <p className="mb-1.5 flex justify-between gap-4 text-sm">
        <span>{label}</span>
        {aside && <span className="tabular-nums">{aside}</span>}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        className="h-2 overflow-hidden rounded-full bg-raised"
      >
        <div
          className={`h-full rounded-full bg-accent transition-[width] duration-300 ${share === undefined ? 'w-1/3 animate-pulse' : ''}`}
          style={share === undefined ? undefined : { width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
