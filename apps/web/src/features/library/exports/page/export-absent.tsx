import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/shared/ui/states/empty-state.tsx';
import { ErrorDrawing } from '#/shared/ui/states/error-drawing.tsx';
import { ErrorState } from '#/shared/ui/states/error-state.tsx';
import classes from './export-page.module.css';

/** Its links have ended, or nobody knows it: a new one can be asked for [EXP-14, EXP-15]. */
export function ExportExpired() {
  const { t } = useTranslation();
  return (
    <EmptyState drawing={<ErrorDrawing />} action={<NewExportLink />}>
      {t('export.expired')}
    </EmptyState>
  );
}

function NewExportLink() {
  const { t } = useTranslation();
  const search = { export: true } as const;
  return (
    <Button renderRoot={(props) => <Link to="/my-photos/photos" search={search} {...props} />}>
      {t('export.createNew')}
    </Button>
  );
}

type Failure = { error?: Error /** Where another try may help. */; onRetry?: () => void };

/** It failed, or cannot be shown; the way back to the library is there in any case [EXP-16, EXP-17]. */
export function ExportFailure({ error, onRetry }: Failure) {
  const { t } = useTranslation();
  return (
    <div className={classes.failure}>
      {onRetry ? (
        <ErrorState message={t('export.error')} error={error} onRetry={onRetry} />
      ) : (
        <EmptyState drawing={<ErrorDrawing />} action={<NewExportLink />}>
          {t('export.error')}
        </EmptyState>
      )}
      <Link to="/my-photos/photos" className={classes.back}>
        {t('export.toLibrary')}
      </Link>
    </div>
  );
}
