import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { CloseIcon } from '../icons/icons.tsx';
import { closeToast, type Toast, toastStore } from './toast-store.ts';
import classes from './toasts.module.css';
import { useCountdown } from './use-countdown.ts';

/** The toasts, at the top centre: read out politely, paused while pointed at or focused. */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useStore(toastStore, (state) => state.toasts);
  return (
    <section className={classes.region} aria-live="polite" aria-label={t('shell.notifications')}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [isHeld, setHeld] = useState(false);
  useCountdown(toast.durationMs, isHeld, () => closeToast(toast.id));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only pauses the clock
    <div
      className={classes.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className={classes.message}>{toast.message}</p>
      {toast.action && (
        <button type="button" className={classes.action} onClick={toast.action.run}>
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label={t('shell.close')}
        onClick={() => closeToast(toast.id)}
      >
        <CloseIcon size={16} />
      </button>
    </div>
  );
}
