import { type MutationKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from '../ui/toasts/toast-store.ts';
import { isGone } from './api-problem.ts';

type Options = {
  /** Of the latest load. */
  error: Error | null;
  /** Whether it was there before. */
  wasThere: boolean;
  message: string;
  /** Of the deletion that this page itself may have under way, which says what happened and leads on. */
  deletion: MutationKey;
};

/** Leads to the albums from one that was deleted on another device, or that the right to see has ended of. */
export function useLeaveGone({ error, wasThere, message, deletion }: Options): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const hasGone = wasThere && isGone(error);
  const leave = useEffectEvent(() => {
    if (client.isMutating({ mutationKey: deletion }) > 0) return;
    showToast({ message });
    void navigate({ to: '/my-photos/albums', replace: true });
  });
  useEffect(() => {
    if (hasGone) leave();
  }, [hasGone]);
}
