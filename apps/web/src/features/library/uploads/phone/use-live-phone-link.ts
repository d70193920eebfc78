import { PHONE_TRANSFER_RENEWAL_MS } from '@keepsake/contracts';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { usePush } from '#/shared/push.ts';
import { usePhoneLink } from '../import-context.ts';

/** How often is asked what came while a phone sends, in case the news of it was lost, in milliseconds. */
const CATCH_UP_MS = 15_000;

/** Keeps the code alive and hears of what comes by it while the import is open. */
export function useLivePhoneLink(): void {
  const link = usePhoneLink();
  const state = useStore(link.store);
  const isReady = state.status === 'ready';
  const hasPhone = isReady && state.hasPhone;
  usePush('phone-transfer-changed', (message) => link.hear(message));

  const renewWhenSeen = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void link.renew();
  });
  useEffect(() => {
    if (!isReady) return;
    // Timers sleep with the computer: seen again, the code may be over.
    document.addEventListener('visibilitychange', renewWhenSeen);
    const timer = setInterval(() => void link.renew(), PHONE_TRANSFER_RENEWAL_MS);
    return () => {
      document.removeEventListener('visibilitychange', renewWhenSeen);
      clearInterval(timer);
    };
  }, [isReady, link]);
  useEffect(() => {
    if (!hasPhone) return;
    const timer = setInterval(() => void link.catchUp(), CATCH_UP_MS);
    return () => clearInterval(timer);
  }, [hasPhone, link]);
}
