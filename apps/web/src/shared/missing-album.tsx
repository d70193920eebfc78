import { Button } from '@mantine/core';
import { type MutationKey, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isGone } from './api/api-problem.ts';
import { EmptyState } from './ui/empty-state.tsx';
import { ErrorState } from './ui/error-state.tsx';
import { showToast } from './ui/toasts.tsx';

type Props = { error: Error; onRetry: () => void };

/** An album that could not be loaded. If it does not exist, trying again would not help, so that is not offered. */
export function AlbumLoadFailure({ error, onRetry }: Props) {
  const { t } = useTranslation();
  if (!isGone(error)) return <ErrorState error={error} message={t('album.failed')} onRetry={onRetry} />;
  return (
    <EmptyState
      action={
        <Button component={Link} to="/my-photos/albums" variant="default">
          {t('album.toAlbums')}
        </Button>
      }
    >
      {t('album.absent')}
    </EmptyState>
  );
}

type Options = {
  /** The error of the latest load. */
  error: Error | null;
  /** Whether it was there before. */
  wasThere: boolean;
  message: string;
  /** The key of this page's own deletion, which shows its own message and leads on by itself. */
  deletion: MutationKey;
};

/** Leaves for the list of albums when this one was deleted on another device, or the customer can no longer see it. */
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
