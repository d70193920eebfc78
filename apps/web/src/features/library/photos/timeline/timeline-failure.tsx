import { useTranslation } from 'react-i18next';
import { ErrorState } from '#/shared/ui/error-state.tsx';

type Props = { error: Error; onRetry: () => void };

/** The months could not be loaded [TL-03]. */
export function TimelineFailure({ error, onRetry }: Props) {
  const { t } = useTranslation();
  return <ErrorState error={error} message={t('library.loadFailed')} onRetry={onRetry} />;
}
