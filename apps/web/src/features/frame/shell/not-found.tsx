import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { Page } from '#/shared/ui/page.tsx';

/** An address without a page. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Page title={t('errors.notFoundTitle')}>
      <EmptyState
        action={<Button renderRoot={(props) => <Link to="/" {...props} />}>{t('errors.toHome')}</Button>}
      >
        {t('errors.notFound')}
      </EmptyState>
    </Page>
  );
}
