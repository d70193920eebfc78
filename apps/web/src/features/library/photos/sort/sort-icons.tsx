const DRAWING = { viewBox: '0 0 24 24', width: 20, height: 20, fill: 'none', stroke: 'currentColor' };
const LINE = { strokeWidth: 1.6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** Falling bars: the newest are first. */
export function NewestFirstIcon() {
  return (
    <svg {...DRAWING} {...LINE} aria-hidden="true">
      <path d="M7 5v14m-3-3 3 3 3-3M13.5 7H20m-6.5 5h4.5m-4.5 5h2" />
    </svg>
  );
}

/** Rising bars: the oldest are first. */
export function OldestFirstIcon() {
  return (
    <svg {...DRAWING} {...LINE} aria-hidden="true">
      <path d="M7 19V5M4 8l3-3 3 3m3.5-1h2m-2 5H18m-4.5 5H20" />
    </svg>
  );
}
