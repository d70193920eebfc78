import { Modal } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';
import { useDialogStack, useReturnFocus } from './dialog-stack.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** False for a dialog that must not be closed by accident: no Escape, no click outside, no close button [MOD-02]. */
  isClosable?: boolean;
  width?: number;
  children: ReactNode;
};

/** A dialog over the page; a bottom sheet on phones. Dialogs stack; Escape closes only the topmost. */
export function Dialog({ isOpen, onClose, title, isClosable = true, width = 480, children }: Props) {
  const { t } = useTranslation();
  const { isLatest } = useDialogStack(isOpen);
  useReturnFocus(isOpen);
  useCloseOnBack(isOpen && isClosable, onClose);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={width}
      centered
      // Mantine's scroll lock writes a style tag, which the content security policy blocks.
      lockScroll={false}
      trapFocus={isLatest}
      // Mantine loses it when the trap ends before the dialog closes, or when the dialog is open from the start.
      returnFocus={false}
      closeOnEscape={isLatest && isClosable}
      closeOnClickOutside={isLatest && isClosable}
      withCloseButton={isClosable}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      transitionProps={{ duration: 160 }}
      classNames={classes}
      // A `header` would count as a banner, and the page's banner is its top bar.
      attributes={{ header: { role: 'none' } }}
    >
      {children}
    </Modal>
  );
}

/** Closes the dialog when the browser's Back leaves its page. One that is busy stays open until it is done. */
function useCloseOnBack(isListening: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isListening) return;
    const onPopState = () => close();
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [isListening]);
}

/** The buttons of a dialog, the main one last; on phones they share the full width. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

/** A failure in a dialog, announced as soon as it appears. */
export function DialogAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes.alert}>
      {children}
    </p>
  );
}
