import { useEffect, useRef, useState } from 'react';

/** A panel that closes on Escape, returning the focus, and when anything else is pressed or focused. */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const leave = new AbortController();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside, { signal: leave.signal });
    document.addEventListener('focusin', closeOutside, { signal: leave.signal });
    document.addEventListener('keydown', closeOnEscape, { signal: leave.signal });
    return () => leave.abort();
  }, [isOpen]);
  return { isOpen, setOpen, root, button };
}
