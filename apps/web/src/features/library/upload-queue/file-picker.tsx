import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { PICKER_ACCEPT } from './import-item.ts';

/** Supported by every browser but missing from the types. */
const FOLDERS = { webkitdirectory: '' };

type Props = {
  label: string;
  /** Picks a whole folder instead of files. */
  isFolder?: boolean;
  onPick: (files: readonly File[]) => void;
  /** Renders the button that opens the browser's picker. */
  children: (open: () => void) => ReactNode;
};

/** A button and the hidden file input behind it. */
export function FilePicker({ label, isFolder = false, onPick, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    // Allows picking the same files again.
    currentTarget.value = '';
    if (files.length > 0) onPick(files);
  }
  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        // With HEIC among the accepted types, phones hand the original over instead of converting it to JPEG.
        accept={isFolder ? undefined : PICKER_ACCEPT}
        aria-label={label}
        {...(isFolder ? FOLDERS : {})}
        onChange={take}
      />
    </>
  );
}

/** A photo being uploaded. */
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
