import { ACTION_TOAST_MS, TOAST_MS } from '@keepsake/contracts/platform/limits';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { CloseIcon } from './icons.tsx';
import classes from './toasts.module.css';

/** The toasts, at the top centre, the latest in front: announced politely, and paused while hovered or focused. */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useStore(toastStore, (state) => state.toasts);
  return (
    <section className={classes.region} aria-live="polite" aria-label={t('shell.notifications')}>
      {toasts.map((toast, index) => (
        <ToastCard key={toast.id} toast={toast} isCovered={index < toasts.length - 1} />
      ))}
    </section>
  );
}

function ToastCard({ toast, isCovered }: { toast: Toast; isCovered: boolean }) {
  const { t } = useTranslation();
  const [isPaused, setPaused] = useState(false);
  // A failure or an action is not missed because a later toast covers it.
  const isWaiting = isCovered && (toast.tone === 'failure' || toast.action !== undefined);
  useCountdown(toast.durationMs, isPaused || isWaiting, () => closeToast(toast.id));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the countdown
    <div
      className={classes.toast}
      data-tone={toast.tone}
      data-covered={isCovered || undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
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

type Toast = {
  id: number;
  message: ReactNode;
  tone: 'neutral' | 'success' | 'failure';
  /** Infinity: until it is closed. */
  durationMs: number;
  /** An action offered to the customer. */
  action?: { label: string; run: () => void };
};

export const toastStore = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Shows a toast, by default for five seconds, or ten if it offers an action [NTF-01]; returns its id. */
export function showToast({
  message,
  tone = 'neutral',
  action,
  durationMs = action ? ACTION_TOAST_MS : TOAST_MS,
}: Pick<Toast, 'message'> & Partial<Omit<Toast, 'id' | 'message'>>): number {
  lastId += 1;
  const toast = { id: lastId, message, tone, durationMs, action };
  toastStore.setState(({ toasts }) => ({ toasts: [...toasts, toast] }));
  return toast.id;
}

export function closeToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Calls back once after `durationMs`, not counting paused time; never if that is infinite. */
export function useCountdown(durationMs: number, isPaused: boolean, onEnd: () => void): void {
  const left = useRef(durationMs);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPaused || durationMs === Number.POSITIVE_INFINITY) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - startedAt;
    };
  }, [durationMs, isPaused]);
}
