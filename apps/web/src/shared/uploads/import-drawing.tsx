/** A photo on its way up. */
export function ImportDrawing() {
  return (
    <svg width="72" height="56" viewBox="0 0 72 56" fill="none" strokeWidth="1.6" aria-hidden="true">
      <g stroke="var(--line-strong)" strokeLinecap="round" strokeLinejoin="round">
        <rect x="9" y="14" width="36" height="28" rx="3" transform="rotate(-8 27 28)" />
        <rect x="24" y="17" width="38" height="30" rx="3" fill="var(--surface)" />
      </g>
      <path
        d="M43 40V25m-6 6 6-6 6 6"
        stroke="var(--accent)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
