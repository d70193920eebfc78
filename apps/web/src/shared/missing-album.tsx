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

/** An album that could not be loaded; one that is not there is no failure that trying again would mend. */
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
  /** Of the latest load. */
  error: Error | null;
  /** Whether it was there before. */
  wasThere: boolean;
  message: string;
  /** Of the deletion that this page itself may have under way, which says what happened and leads on. */
  deletion: MutationKey;
};

/** Leads to the albums from one that was deleted on another device, or that the customer can no longer see. */
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
