import { Modal } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { listenTo } from '../signal.ts';
import classes from './dialog.module.css';
import { useLayer } from './layers.ts';
import { SAME_PRESS_MS } from './press-once.ts';
import { Reference } from './reference.tsx';
import { askToDiscard, hasUnsaved } from './unsaved.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** False for a dialog that must not be closed by accident: no Escape, no click outside, no close button [MOD-02]. */
  isClosable?: boolean;
  /** Whether Back leaves its page as if it was not there, since the page is nothing but the dialog. */
  isBackElsewhere?: boolean;
  width?: number;
  children: ReactNode;
};

/**
 * A dialog over the page; a bottom sheet on phones. Dialogs stack; Escape and Back close only the topmost. One with a form that
 * holds what was typed asks before it closes like that.
 */
export function Dialog({ isOpen, title, width = 480, children, ...leaving }: Props) {
  const { t } = useTranslation();
  const { root, isTopmost, isClosable, leave } = useLeaving({ isOpen, ...leaving });
  useScrollLock(isOpen);
  useReturnFocus(isOpen);
  useHeldFocus(root, isOpen && isTopmost);
  const backdrop = useBackdrop(isOpen, { leave, isActive: isTopmost && isClosable });
  return (
    <Modal
      ref={root}
      opened={isOpen}
      onClose={leave}
      title={title}
      size={width}
      centered
      // Mantine's scroll lock writes a style tag, which the content security policy blocks.
      lockScroll={false}
      trapFocus={isTopmost}
      // Mantine loses it when the trap ends before the dialog closes, or when the dialog is open from the start.
      returnFocus={false}
      // Layers decide what Escape leaves.
      closeOnEscape={false}
      // The backdrop decides which presses are meant for it.
      closeOnClickOutside={false}
      withCloseButton={isClosable}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      overlayProps={{ backgroundOpacity: 0.45, ...backdrop }}
      transitionProps={{ duration: 160 }}
      classNames={classes}
      // A `header` would count as a banner, and the page's banner is its top bar. The trap takes the focus late: a dialog that is
      // closed before would have it while it fades away.
      attributes={{ header: { role: 'none' }, content: { inert: !isOpen } }}
    >
      {children}
    </Modal>
  );
}

type Leaving = Pick<Props, 'isOpen' | 'onClose' | 'isClosable' | 'isBackElsewhere'>;

/** Makes a dialog a layer, which asks before it loses what was typed in it. */
function useLeaving({ isOpen, onClose, isClosable = true, isBackElsewhere = false }: Leaving) {
  const root = useRef<HTMLDivElement>(null);
  async function leaveOrAsk(): Promise<void> {
    if (!(root.current && hasUnsaved(root.current)) || (await askToDiscard())) onClose();
  }
  const leave = () => void leaveOrAsk();
  const { isTopmost } = useLayer(isOpen, { kind: 'dialog', onLeave: leave, isClosable, isBackElsewhere });
  return { root, isTopmost, isClosable, leave };
}

/**
 * Presses of the backdrop leave the dialog, unless they began so soon after it opened that they may belong to the press that
 * opened it, as the second click of a double click does.
 */
function useBackdrop(isOpen: boolean, { leave, isActive }: { leave: () => void; isActive: boolean }) {
  const openedAt = useRef(0);
  const isMeant = useRef(false);
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now();
  }, [isOpen]);
  return {
    onPointerDown({ timeStamp }: PointerEvent) {
      isMeant.current = timeStamp - openedAt.current >= SAME_PRESS_MS;
    },
    onClick() {
      if (isActive && isMeant.current) leave();
    },
  };
}

/** Locks page scrolling while a dialog is open [MOD-03]. */
function useScrollLock(isOpen: boolean): void {
  useEffect(() => (isOpen ? lockScroll() : undefined), [isOpen]);
}

let locks = 0;

/** Locks page scrolling until the last of several locks is released. Returns the release function. */
function lockScroll(): () => void {
  const { dataset, clientWidth } = document.documentElement;
  if (locks === 0 && window.innerWidth > clientWidth) dataset.scrollbar = 'true';
  locks += 1;
  dataset.scrollLocked = 'true';
  let isLocked = true;
  return () => {
    if (!isLocked) return;
    isLocked = false;
    locks -= 1;
    if (locks > 0) return;
    delete dataset.scrollLocked;
    delete dataset.scrollbar;
  };
}

/**
 * Keeps the focus within a dialog whose focused button was disabled or has gone: on the dialog meanwhile, and on the button once
 * it can be pressed again.
 */
function useHeldFocus(root: RefObject<HTMLDivElement | null>, isActive: boolean): void {
  const last = useRef<HTMLElement | null>(null);
  const isHeld = useRef(false);
  useEffect(() => {
    const dialog = root.current?.querySelector<HTMLElement>('[role="dialog"]');
    if (!isActive || !dialog) return;
    return listenTo(dialog, 'focusin', ({ target }) => {
      if (target !== dialog && target instanceof HTMLElement) last.current = target;
    });
  });
  useEffect(() => {
    const dialog = root.current?.querySelector<HTMLElement>('[role="dialog"]');
    const button = last.current;
    if (!isActive || !dialog || !button) return;
    const focused = document.activeElement;
    const isGone = !button.isConnected || button.matches(':disabled');
    const isLost = isGone && (focused === document.body || focused === button);
    if (isLost) dialog.focus({ preventScroll: true });
    else if (!isGone && isHeld.current && focused === dialog) button.focus({ preventScroll: true });
    isHeld.current = isLost || (isHeld.current && focused === dialog && isGone);
  });
}

/** When a dialog closes, returns the focus to the element that had it before; if that is gone, to the heading. */
function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      else focusHeading();
    };
  }, [isOpen]);
}

/** Lets keyboards and screen readers go on from the page's heading where what had the focus has disappeared. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** The same where the focus was lost with what was pressed. */
export function focusIfLost(): void {
  if (document.activeElement === document.body) focusHeading();
}

/** The buttons of a dialog, the main one last; on phones they share the full width. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

/** A failure in a dialog or form, announced as soon as it appears, with its reference; null if no call failed. */
export function DialogAlert({ error, children }: { error: unknown; children: ReactNode }) {
  return (
    <div className={classes.alert}>
      <p role="alert">{children}</p>
      <Reference error={error} />
    </div>
  );
}
