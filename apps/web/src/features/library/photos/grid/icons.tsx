type Props = { className?: string };

/** A picture that is being made. */
export function PictureIcon({ className }: Props) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01" />
    </svg>
  );
}

/** A picture that cannot be shown. */
export function BrokenPictureIcon({ className }: Props) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M20 13V5H4v14h8M4 16l5-5 3 3M16 16l5 5m0-5-5 5" />
    </svg>
  );
}
