import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isGone } from '../../api/api-problem.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

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
