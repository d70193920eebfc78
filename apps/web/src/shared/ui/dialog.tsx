import { Modal } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';
import { useLayer } from './layers.ts';
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
      closeOnClickOutside={isTopmost && isClosable}
      withCloseButton={isClosable}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      overlayProps={{ backgroundOpacity: 0.45 }}
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
