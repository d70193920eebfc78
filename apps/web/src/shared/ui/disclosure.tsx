import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './disclosure.module.css';
import { useLayer } from './layers.ts';

/** What a panel passes to its contents. */
type Panel = {
  isOpen: boolean;
  close: () => void;
  /** Closes the panel and returns the focus to its button. */
  leave: () => void;
};

type Props = {
  /** The button's contents, which also name it unless there is a label. */
  face: ReactNode;
  label?: string;
  classNames: { root?: string; button?: string; panel?: string };
  onOpen?: () => void;
  children: (panel: Panel) => ReactNode;
};

/** A button with a panel below it, which closes on Escape, on Back and when anything outside is pressed or focused. */
export function Disclosure({ face, label, classNames, onOpen, children }: Props) {
  const panelId = useId();
  const { isOpen, setOpen, root, button } = useOpening();
  const close = () => setOpen(false);
  function toggle() {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
  }
  function leave() {
    close();
    button.current?.focus();
  }
  return (
    <div className={`${classes.root} ${classNames.root ?? ''}`} ref={root}>
      <button
        ref={button}
        type="button"
        className={classNames.button}
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={label}
        onClick={toggle}
      >
        {face}
      </button>
      <div id={panelId} className={`${classes.panel} ${classNames.panel ?? ''}`} hidden={!isOpen}>
        {children({ isOpen, close, leave })}
      </div>
    </div>
  );
}

function useOpening() {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const leave = new AbortController();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside, { signal: leave.signal });
    document.addEventListener('focusin', closeOutside, { signal: leave.signal });
    return () => leave.abort();
  }, [isOpen]);
  useLayer(isOpen, {
    kind: 'panel',
    onLeave() {
      setOpen(false);
      button.current?.focus();
    },
  });
  return { isOpen, setOpen, root, button };
}
