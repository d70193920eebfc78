import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { usePageBehind } from '#/shared/ui/way-back.ts';
import { businessQuery } from './queries.ts';

const placeholder = <Skeleton h={640} maw={560} />;
/** Loaded on demand, because it brings the phone number rules along. */
const CompanyForm = lazyPart(() => import('./company-form.tsx'), placeholder);

/** Shows and edits the firm of an account, its invoice address and contacts. */
export function CompanyPage() {
  const { t } = useTranslation();
  usePageBehind();
  const { data, error, refetch } = useQuery(businessQuery);
  // Keeps the form, whatever is reloaded meanwhile.
  const [seen, setSeen] = useState(data);
  if (!seen && data) setSeen(data);
  return (
    <Page title={t('business.page.title')} back={<BackLink to="/settings/b2b" label={t('settings.back')} />}>
      {seen && <CompanyForm firm={seen} />}
      {!seen && error && (
        <ErrorState error={error} message={t('business.page.failed')} onRetry={() => void refetch()} />
      )}
      {!seen && !error && <div aria-busy="true">{placeholder}</div>}
    </Page>
  );
}
